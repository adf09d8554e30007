import { Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import { type PayableDestination, PayableDestinationsService } from '../../destinations';
import { LedgerService } from '../../ledger';
import { type OpenAccount, payoutPort } from '../../providers';
import { type FundedWallet, type LockedFunds, WalletFundsService } from '../../wallets';
import { heldOf } from '../money/withdrawal-posting.rules';
import { methodTo } from '../send/method.rules';
import { type Finding, Withdrawal, type WithdrawalSource } from '../withdrawal.entity';
import { withdrawalErrors } from '../withdrawal.errors';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import type { WithdrawalRecord } from '../withdrawal.repository';
import { FindingRepository } from './finding.repository';
import { limitsPassed } from './limits.rules';
import { WithdrawalTermsService } from './withdrawal-terms.service';

/** What of a wallet could be sent at most, the fee on top of it, in cents. */
export interface SendableFunds {
  /** Below 0 when not even the fee is there. */
  readonly mostCents: number;
  readonly feeCents: number;
  /** Of one withdrawal, by the terms; null: no bound. */
  readonly limitCents: number | null;
}

/** What should leave a wallet. */
export interface WantedWithdrawal {
  readonly mode: MerchantMode;
  /** Of the merchant; null: none takes what is to be sent on. */
  readonly account: OpenAccount | null;
  /** Null: the wallet's default one. */
  readonly destinationId: string | null;
  /** How much is to be sent; null: nothing, as there is not enough. It may throw that, too. */
  readonly amountOf: (funds: SendableFunds) => number | null;
  readonly source: WithdrawalSource;
  readonly externalId: string | null;
  readonly description: string | null;
}

/** Makes withdrawals, whoever asks for them: amount and fee are held at once (money contract §15). */
@Injectable()
export class NewWithdrawalService {
  constructor(
    private readonly wallets: WalletFundsService,
    private readonly destinations: PayableDestinationsService,
    private readonly terms: WithdrawalTermsService,
    private readonly findings: FindingRepository,
    private readonly lifecycle: WithdrawalLifecycle,
    private readonly ledger: LedgerService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Of a held wallet; null, and nothing is written, where there is not enough. Throws, before it has written anything,
   * WALLET_FROZEN, PROVIDER_NOT_CONFIGURED, DESTINATION_NOT_USABLE, WITHDRAWAL_LIMIT_EXCEEDED.
   */
  async create(tx: Tx, wallet: FundedWallet, wanted: WantedWithdrawal): Promise<WithdrawalRecord | null> {
    const { merchantId, id: walletId } = wallet;
    const { mode, account } = wanted;
    this.wallets.assertActive(wallet);
    if (account === null) throw commonErrors.PROVIDER_NOT_CONFIGURED();
    const now = this.clock.now();
    const destination = await this.destinations.findUsable(tx, wallet, wanted.destinationId, now);
    if (destination === null) throw withdrawalErrors.DESTINATION_NOT_USABLE();
    const method = methodTo(destination, payoutPort(account.adapter));
    const { limits, feeOf } = await this.terms.get(merchantId, mode, tx);
    const feeCents = feeOf(method);
    // From here on nobody else takes anything out of the wallet: what is there and what was used today stay as they are.
    const funds = await this.wallets.lockFunds(tx, wallet);
    const mostCents = funds.withdrawableCents - feeCents;
    const amountCents = wanted.amountOf({ mostCents, feeCents, limitCents: limits.maximum_cents });
    if (amountCents === null) return null;
    const used = await this.terms.usedToday(merchantId, walletId, tx);
    const details = limitsPassed(limits, used, amountCents);
    if (details.length > 0) throw withdrawalErrors.WITHDRAWAL_LIMIT_EXCEEDED({ details });
    const { source, externalId, description } = wanted;
    const withdrawal = Object.assign(new Withdrawal(), {
      ...{ merchantId, id: this.ids.next(), walletId, destinationId: destination.id },
      ...{ providerAccountId: account.access.id, amountCents, feeCents, returnedCents: 0, waitingFor: null },
      ...{ method, source, externalId, description },
      ...{ findings: [] as Finding[], needsTwo: isAbove(amountCents, limits.second_review_above_cents) },
      ...{ firstApprovedBy: null, firstApprovedAt: null, failureCode: null, providerReference: null },
      ...{ endToEndId: null, authentication: null, nextAttemptAt: now, refusals: 0, version: 1 },
      ...{ createdAt: now, updatedAt: now, approvedAt: null, sentAt: null, paidAt: null },
      ...{ failedAt: null, cancelledAt: null },
    });
    if (mode === 'live') withdrawal.findings = await this.findings.list(tx, withdrawal);
    const isReviewed =
      isAbove(amountCents, limits.review_above_cents) ||
      withdrawal.needsTwo ||
      withdrawal.findings.length > 0;
    return this.hold(tx, wallet, funds, { withdrawal, destination }, isReviewed);
  }

  /** What the owner owes is paid first, in the same posting (money contract §17, Recovery). */
  private async hold(
    tx: Tx,
    wallet: FundedWallet,
    funds: LockedFunds,
    { withdrawal, destination }: { withdrawal: Withdrawal; destination: PayableDestination },
    isReviewed: boolean,
  ): Promise<WithdrawalRecord> {
    const record = { withdrawal, destination, returns: [] };
    await this.lifecycle.begin(tx, record, isReviewed);
    const held = heldOf(withdrawal);
    await this.ledger.post(tx, funds.recovery === null ? [held] : [funds.recovery, held]);
    await this.wallets.noteRecovered(tx, wallet, funds);
    return record;
  }
}

function isAbove(amountCents: number, bound: number | null): boolean {
  return bound !== null && amountCents > bound;
}
