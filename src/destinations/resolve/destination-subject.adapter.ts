import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { ok } from '../../common/http';
import type { Tx } from '../../database';
import {
  type FinalOutcome,
  type Holder,
  type OpenAccount,
  payoutPort,
  type ProviderCallRecord,
  type ProviderOutcome,
  type ProviderSubject,
  type Settlement,
  SubjectsService,
} from '../../providers';
import { type FundedWallet, WalletFundsService } from '../../wallets';
import { type Destination, DESTINATION_REASONS, type DestinationReason } from '../destination.entity';
import { DestinationLifecycle } from '../destination.lifecycle';
import { DestinationRepository } from '../destination.repository';
import { toDestinationResponse } from '../destination.response';
import { destinationTransitions } from '../destination.transitions';
import { isSameHolder } from '../holder.rules';
import { payoutTargetOf } from './payout-target.rules';

interface LockedDestination {
  readonly wallet: FundedWallet;
  readonly destination: Destination;
}

/** What providers are asked about a destination: whose it is. */
@Injectable()
export class DestinationSubjectAdapter implements ProviderSubject<LockedDestination>, OnModuleInit {
  readonly type = 'destination';

  constructor(
    private readonly destinations: DestinationRepository,
    private readonly wallets: WalletFundsService,
    private readonly merchants: MerchantReader,
    private readonly lifecycle: DestinationLifecycle,
    private readonly subjects: SubjectsService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async ask(call: ProviderCallRecord, { adapter, access }: OpenAccount): Promise<ProviderOutcome> {
    const destination = await this.get(call);
    const wallet = await this.wallets.get(destination.merchantId, destination.walletId);
    const owner = { name: wallet.ownerName, taxId: wallet.ownerTaxId };
    return payoutPort(adapter).resolve(access, call.key, { target: payoutTargetOf(destination), owner });
  }

  repeats(): boolean {
    return true;
  }

  /** The wallet first: whoever changes one of its destinations locks it. */
  async lock(tx: Tx, call: ProviderCallRecord): Promise<LockedDestination> {
    const { merchantId, walletId, id } = await this.get(call, tx);
    const wallet = await this.wallets.lock(tx, merchantId, walletId);
    const destination = await this.destinations.lock(tx, merchantId, id);
    if (destination === null) throw new Error('no destination is deleted');
    return { wallet, destination };
  }

  async settle(
    tx: Tx,
    { wallet, destination }: LockedDestination,
    call: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement> {
    if (isFirst && destinationTransitions.allows(destination.status, 'activate')) {
      if (outcome.kind === 'refused') await this.lifecycle.reject(tx, destination, reasonOf(outcome.code));
      else if (isSomebodyElses(wallet, outcome.holder?.taxId))
        await this.lifecycle.reject(tx, destination, 'holder_mismatch');
      else await this.activate(tx, destination, outcome.holder ?? null);
    }
    if (call.status === 'failed') return { refused: true };
    return { reply: ok('The destination was resolved.', toDestinationResponse(destination)) };
  }

  /** Nobody tells of destinations of their own accord. */
  notified(): Promise<boolean> {
    return Promise.resolve(true);
  }

  private async activate(tx: Tx, destination: Destination, holder: Holder | null): Promise<void> {
    const { coolingOffHours } = await this.merchants.get(destination.merchantId, tx);
    await this.lifecycle.activate(tx, destination, holder, coolingOffHours);
  }

  private async get({ merchantId, subjectId }: ProviderCallRecord, tx?: Tx): Promise<Destination> {
    const destination = await this.destinations.find(merchantId, subjectId, tx);
    if (destination === null) throw new Error('a call is about a destination that is not there');
    return destination;
  }
}

/** Whoever is not known to be the owner of a live wallet is somebody else; in test mode nobody compares without the owner's number. */
function isSomebodyElses({ ownerTaxId, isLive }: FundedWallet, holderTaxId: string | undefined): boolean {
  if (ownerTaxId === null) return isLive;
  return holderTaxId === undefined || !isSameHolder(ownerTaxId, holderTaxId);
}

function reasonOf(code: string): DestinationReason {
  return DESTINATION_REASONS.find((reason) => reason === code) ?? 'provider_refused';
}
