import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { BankReader } from '../../banks';
import { Clock, IdGenerator } from '../../common';
import { AuditLog, merchantActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { newProviderCall, ProviderAccountsService, ProviderCallsService } from '../../providers';
import { type FundedWallet, WalletFundsService } from '../../wallets';
import { auditedAs } from '../audited';
import { Destination } from '../destination.entity';
import { destinationErrors } from '../destination.errors';
import { DestinationLifecycle } from '../destination.lifecycle';
import { DestinationRepository } from '../destination.repository';
import { toDestinationResponse } from '../destination.response';
import { isSameHolder } from '../holder.rules';
import type { AddDestinationBody } from './add-destination.body';
import {
  assertComplete,
  type KnownBank,
  type Place,
  placeOfAccount,
  placeOfKey,
} from './new-destination.rules';

/** Of a wallet, that wait or can be used (money contract §12). */
const MAX_DESTINATIONS = 10;

/** Registers where a wallet's money may go; its provider is asked whose it is. */
@Injectable()
export class AddDestinationUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletFundsService,
    private readonly banks: BankReader,
    private readonly destinations: DestinationRepository,
    private readonly lifecycle: DestinationLifecycle,
    private readonly accounts: ProviderAccountsService,
    private readonly calls: ProviderCallsService,
    private readonly audit: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND, INVALID_PIX_KEY, HOLDER_MISMATCH, OWNER_TAX_ID_MISSING, PROVIDER_NOT_CONFIGURED, TOO_MANY_DESTINATIONS and
   * 422 for fields that are wrong or of the other type.
   */
  async execute(
    merchant: MerchantIdentity,
    walletId: string,
    body: AddDestinationBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    assertComplete(body);
    const { merchantId, mode } = merchant;
    const place =
      body.type === 'pix_key' ? placeOfKey(body) : placeOfAccount(body, this.bankOf(body), mode === 'live');
    const account = await this.accounts.chooseForPayouts(merchantId, mode);
    return this.idempotency.run(key, async (tx) => {
      const wallet = await this.wallets.lock(tx, merchantId, walletId);
      assertHolder(wallet, place);
      if (account === null) throw commonErrors.PROVIDER_NOT_CONFIGURED();
      const destination = this.newDestination(wallet, place, account.access.id, body.nickname ?? null);
      const same = await this.destinations.findSame(tx, destination);
      if (same !== null) {
        assertSameHolder(same, place);
        return ok('The wallet has this destination already.', toDestinationResponse(same));
      }
      const others = await this.destinations.listOpen(tx, merchantId, walletId);
      if (others.length >= MAX_DESTINATIONS) throw destinationErrors.TOO_MANY_DESTINATIONS();
      await this.lifecycle.add(tx, destination, others);
      await this.resolve(tx, destination);
      await this.audit.append(tx, {
        action: 'destination.added',
        actor: merchantActor(merchant),
        ...auditedAs(destination),
      });
      return created('Its provider is asked whose it is.', toDestinationResponse(destination));
    });
  }

  private bankOf({ bank_code: code, ispb }: AddDestinationBody): KnownBank | null {
    if (code !== undefined) return this.banks.find(code);
    return ispb === undefined ? null : this.banks.findByIspb(ispb);
  }

  private async resolve(
    tx: Tx,
    { merchantId, id, providerAccountId, createdAt }: Destination,
  ): Promise<void> {
    const about = { merchantId, subjectType: 'destination', subjectId: id, accountId: providerAccountId };
    const call = newProviderCall({
      ...about,
      ...{
        id: this.ids.next(),
        kind: 'resolve',
        amountCents: 0,
        now: createdAt,
        scope: null,
        claimed: false,
      },
    });
    await this.calls.insert(tx, call);
  }

  private newDestination(
    { merchantId, id: walletId }: FundedWallet,
    place: Place,
    providerAccountId: string,
    nickname: string | null,
  ): Destination {
    const now = this.clock.now();
    return Object.assign(new Destination(), place, {
      ...{ merchantId, id: this.ids.next(), walletId, providerAccountId, nickname },
      ...{ status: 'pending', reason: null, isDefault: false, resolvedTaxId: null },
      ...{ activatedAt: null, usableFrom: null, version: 1, createdAt: now, updatedAt: now },
    });
  }
}

/** What says by itself whose it is, is compared at once; the rest when the provider has told. */
function assertHolder({ ownerTaxId, isLive }: FundedWallet, place: Place): void {
  if (ownerTaxId === null) {
    if (isLive) throw destinationErrors.OWNER_TAX_ID_MISSING();
    return;
  }
  const isNumber = place.pixKeyType === 'cpf' || place.pixKeyType === 'cnpj';
  const said = isNumber ? place.pixKey : place.holderTaxId;
  if (said === null || isSameHolder(ownerTaxId, said)) return;
  const field = isNumber ? 'pix_key' : 'holder_tax_id';
  const message = "must be of the wallet's owner";
  throw destinationErrors.HOLDER_MISMATCH({ details: [{ field, code: 'not_the_owner', message }] });
}

/** An account has one holder, also where nobody knows who owns the wallet: with another one it is not the same again. */
function assertSameHolder({ holderTaxId }: Destination, { holderTaxId: said }: Place): void {
  if (holderTaxId === null || said === null || isSameHolder(holderTaxId, said)) return;
  throw destinationErrors.HOLDER_MISMATCH({
    message: 'The wallet has this account already, and with another holder.',
    details: [
      { field: 'holder_tax_id', code: 'not_the_holder', message: 'must be that with which it was added' },
    ],
  });
}
