import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { commonErrors } from '../../common/errors';
import { assertKeySent, created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { MAX_CENTS } from '../../common/validation';
import { isConstraintViolation, type Tx } from '../../database';
import { type PayableDestination, PayableDestinationsService } from '../../destinations';
import { LedgerService } from '../../ledger';
import { type OpenAccount, payoutPort, ProviderAccountsService } from '../../providers';
import { type FundedWallet, type LockedFunds, WalletFundsService } from '../../wallets';
import { heldOf } from '../money/withdrawal-posting.rules';
import { type Finding, Withdrawal } from '../withdrawal.entity';
import { withdrawalErrors } from '../withdrawal.errors';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import type { WithdrawalRecord } from '../withdrawal.repository';
import { toWithdrawalResponse } from '../withdrawal.response';
import type { CreateWithdrawalBody } from './create-withdrawal.body';
import { FindingRepository } from './finding.repository';
import { limitsPassed } from './limits.rules';
import { WithdrawalTermsService } from './withdrawal-terms.service';

/** Asks for money to leave a wallet: amount and fee are held at once (money contract §15). */
@Injectable()
export class CreateWithdrawalUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletFundsService,
    private readonly destinations: PayableDestinationsService,
    private readonly accounts: ProviderAccountsService,
    private readonly terms: WithdrawalTermsService,
    private readonly findings: FindingRepository,
    private readonly lifecycle: WithdrawalLifecycle,
    private readonly ledger: LedgerService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws IDEMPOTENCY_KEY_REQUIRED, NOT_FOUND, WALLET_FROZEN, PROVIDER_NOT_CONFIGURED, DESTINATION_NOT_USABLE,
   * UNAVAILABLE, INSUFFICIENT_BALANCE, WITHDRAWAL_LIMIT_EXCEEDED, DUPLICATE_EXTERNAL_ID.
   */
  async execute(
    merchant: MerchantIdentity,
    body: CreateWithdrawalBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    assertKeySent(key);
    const account = await this.accounts.chooseForPayouts(merchant.merchantId, merchant.mode);
    try {
      return await this.idempotency.run(key, async (tx) => {
        const record = await this.create(tx, merchant, body, account);
        return created('The money is held for it.', toWithdrawalResponse(record));
      });
    } catch (error) {
      if (isConstraintViolation(error, 'uq_withdrawals_external_id'))
        throw withdrawalErrors.DUPLICATE_EXTERNAL_ID();
      throw error;
    }
  }

  private async create(
    tx: Tx,
    { merchantId, mode }: MerchantIdentity,
    body: CreateWithdrawalBody,
    account: OpenAccount | null,
  ): Promise<WithdrawalRecord> {
    const walletId = (body.wallet_id ?? merchantId).toLowerCase();
    // The wallet does not change its state until the end.
    const wallet = await this.wallets.hold(tx, merchantId, walletId);
    this.wallets.assertActive(wallet);
    if (account === null) throw commonErrors.PROVIDER_NOT_CONFIGURED();
    const now = this.clock.now();
    const named = body.destination_id?.toLowerCase() ?? null;
    const destination = await this.destinations.findUsable(tx, wallet, named, now);
    if (destination === null) throw withdrawalErrors.DESTINATION_NOT_USABLE();
    const method = destination.type === 'pix_key' ? 'pix' : payoutPort(account.adapter).bankAccountsBy;
    const { limits, feeOf } = await this.terms.get(merchantId, mode, tx);
    const feeCents = feeOf(method);
    // From here on nobody else takes anything out of the wallet: what is there and what was used today stay as they are.
    const funds = await this.wallets.lockFunds(tx, wallet);
    const amountCents = amountOf(body.amount, feeCents, funds);
    const used = await this.terms.usedToday(merchantId, walletId, tx);
    const details = limitsPassed(limits, used, amountCents);
    if (details.length > 0) throw withdrawalErrors.WITHDRAWAL_LIMIT_EXCEEDED({ details });
    const withdrawal = Object.assign(new Withdrawal(), {
      ...{ merchantId, id: this.ids.next(), walletId, destinationId: destination.id },
      ...{ providerAccountId: account.access.id, amountCents, feeCents, returnedCents: 0, waitingFor: null },
      ...{
        method,
        source: 'api',
        externalId: body.external_id ?? null,
        description: body.description ?? null,
      },
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

/** What was asked for, or all that is there. Throws INSUFFICIENT_BALANCE. */
function amountOf(wanted: number | undefined, feeCents: number, { withdrawableCents }: LockedFunds): number {
  const most = withdrawableCents - feeCents;
  const amountCents = wanted ?? Math.min(most, MAX_CENTS);
  if (amountCents < 1 || amountCents > most) throw commonErrors.INSUFFICIENT_BALANCE();
  return amountCents;
}

function isAbove(amountCents: number, bound: number | null): boolean {
  return bound !== null && amountCents > bound;
}
