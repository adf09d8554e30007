import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import { Outbox } from '../common/outbox';
import type { Tx } from '../database';
import { PayableDestinationsService } from '../destinations';
import { LedgerService } from '../ledger';
import { ProviderAccountsService, type ProviderOutcome, reportedMoment } from '../providers';
import { paidOf, releasedOf, returnOf } from './money/withdrawal-posting.rules';
import { WithdrawalReturn } from './withdrawal-return.entity';
import type { FailureCause, FailureCode, WaitingFor, Withdrawal } from './withdrawal.entity';
import { withdrawalEvent } from './withdrawal.events';
import { type WithdrawalRecord, WithdrawalRepository } from './withdrawal.repository';
import { withdrawalTransitions, type WithdrawalTrigger } from './withdrawal.transitions';

/** Money that came back, as the provider tells it. */
export interface ReportedReturn {
  readonly returnId: string;
  readonly amountCents: number;
  readonly reason: string | null;
  readonly at: Date;
}

type PaidOutcome = Extract<ProviderOutcome, { kind: 'done' }>;

/** How long the provider is left alone after it put a withdrawal off: a minute, twice as long each time, an hour at most. */
const PUT_OFF_MS = 60_000;
const MAX_DOUBLINGS = 6;

/** The one writer of withdrawals: status, money, version and event together, on a locked row. */
@Injectable()
export class WithdrawalLifecycle {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly destinations: PayableDestinationsService,
    private readonly accounts: ProviderAccountsService,
    private readonly ledger: LedgerService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** A new one; its money is held by the caller's posting. */
  async begin(tx: Tx, record: WithdrawalRecord, isReviewed: boolean): Promise<void> {
    const { withdrawal } = record;
    withdrawal.status = withdrawalTransitions.next(null, isReviewed ? 'hold_back' : 'ask');
    await this.withdrawals.insert(tx, withdrawal);
    await this.outbox.append(tx, withdrawalEvent(record));
  }

  /** A first operator approved what takes two. */
  async noteApproval(tx: Tx, { withdrawal }: WithdrawalRecord, operatorId: string): Promise<void> {
    withdrawal.firstApprovedBy = operatorId;
    withdrawal.firstApprovedAt = this.clock.now();
    await this.save(tx, withdrawal);
  }

  /** Throws INVALID_STATE. */
  async approve(tx: Tx, record: WithdrawalRecord): Promise<void> {
    const { withdrawal } = record;
    withdrawal.approvedAt = this.clock.now();
    withdrawal.nextAttemptAt = withdrawal.approvedAt;
    await this.change(tx, record, 'approve');
  }

  /** Throws INVALID_STATE. */
  async refuse(tx: Tx, record: WithdrawalRecord): Promise<void> {
    await this.end(tx, record, 'refuse', 'refused_in_review');
  }

  /** Throws INVALID_STATE. */
  async cancel(tx: Tx, record: WithdrawalRecord): Promise<void> {
    const { withdrawal } = record;
    withdrawalTransitions.next(withdrawal.status, 'cancel');
    withdrawal.cancelledAt = this.clock.now();
    withdrawal.waitingFor = null;
    await this.ledger.post(tx, [releasedOf(withdrawal, withdrawal.cancelledAt)]);
    await this.change(tx, record, 'cancel');
  }

  /** It goes to the provider. */
  async send(tx: Tx, record: WithdrawalRecord): Promise<void> {
    record.withdrawal.sentAt = this.clock.now();
    record.withdrawal.waitingFor = null;
    await this.change(tx, record, 'send');
  }

  /** It cannot be sent yet. */
  async wait(tx: Tx, { withdrawal }: WithdrawalRecord, waitingFor: WaitingFor, until: Date): Promise<void> {
    const isNew = withdrawal.waitingFor !== waitingFor;
    withdrawal.waitingFor = waitingFor;
    withdrawal.nextAttemptAt = until;
    if (isNew) await this.save(tx, withdrawal);
    else await this.withdrawals.update(tx, withdrawal);
  }

  /** The provider could not take it for reasons of ours: it is sent again, under the next key. */
  async putOff(tx: Tx, record: WithdrawalRecord): Promise<void> {
    const { withdrawal } = record;
    const waitMs = PUT_OFF_MS * 2 ** Math.min(withdrawal.refusals, MAX_DOUBLINGS);
    withdrawal.refusals += 1;
    withdrawal.waitingFor = 'provider';
    withdrawal.nextAttemptAt = new Date(this.clock.now().getTime() + waitMs);
    await this.change(tx, record, 'put_off');
  }

  async pay(tx: Tx, record: WithdrawalRecord, paid: PaidOutcome): Promise<void> {
    const { withdrawal } = record;
    const paidAt = this.moment(withdrawal.sentAt ?? withdrawal.createdAt, paid.at);
    withdrawal.paidAt = paidAt;
    withdrawal.providerReference = paid.reference;
    withdrawal.endToEndId = paid.payout?.endToEndId ?? null;
    withdrawal.authentication = paid.payout?.authentication ?? null;
    await this.ledger.post(tx, [paidOf(withdrawal, await this.providerOf(tx, withdrawal), paidAt)]);
    await this.change(tx, record, 'pay');
  }

  /** Refused for good; what that says of the destination is kept too. */
  async fail(tx: Tx, record: WithdrawalRecord, code: FailureCode): Promise<void> {
    const destination = await this.destinations.noteRefused(tx, record.destination, code);
    await this.end(tx, { ...record, destination }, 'fail', code);
  }

  /** Its turn has come, and it cannot be sent any more: no provider is asked, so it never was sent. */
  async giveUp(tx: Tx, record: WithdrawalRecord, cause: FailureCause): Promise<void> {
    record.withdrawal.waitingFor = null;
    await this.change(tx, record, 'send');
    await this.end(tx, record, 'fail', cause);
  }

  /** Money came back; false when it is more than is left, or was not paid yet. Told again it changes nothing. */
  async giveBack(tx: Tx, record: WithdrawalRecord, reported: ReportedReturn): Promise<boolean> {
    const { withdrawal, returns } = record;
    if (returns.some(({ providerReturnId }) => providerReturnId === reported.returnId)) return true;
    const left = withdrawal.amountCents - withdrawal.returnedCents - reported.amountCents;
    const trigger = left === 0 ? 'return_all' : 'return_part';
    if (left < 0 || !withdrawalTransitions.allows(withdrawal.status, trigger)) return false;
    const { merchantId, id: withdrawalId } = withdrawal;
    const one = Object.assign(new WithdrawalReturn(), {
      ...{ merchantId, withdrawalId, number: returns.length + 1, providerReturnId: reported.returnId },
      ...{ amountCents: reported.amountCents, reason: reported.reason },
      at: this.moment(withdrawal.paidAt ?? withdrawal.createdAt, reported.at),
    });
    await this.withdrawals.insertReturn(tx, one);
    returns.push(one);
    withdrawal.returnedCents += reported.amountCents;
    await this.ledger.post(tx, [returnOf(withdrawal, one, await this.providerOf(tx, withdrawal))]);
    await this.change(tx, record, trigger);
    return true;
  }

  private async end(
    tx: Tx,
    record: WithdrawalRecord,
    trigger: 'refuse' | 'fail',
    cause: FailureCause,
  ): Promise<void> {
    const { withdrawal } = record;
    withdrawalTransitions.next(withdrawal.status, trigger);
    const now = this.clock.now();
    withdrawal.failedAt = now;
    withdrawal.failureCode = cause;
    await this.ledger.post(tx, [releasedOf(withdrawal, now)]);
    await this.change(tx, record, trigger);
  }

  private moment(since: Date, reported: Date | undefined): Date {
    return reportedMoment(reported, { since, now: this.clock.now() });
  }

  private providerOf(tx: Tx, { providerAccountId }: Withdrawal): Promise<string> {
    return this.accounts.nameOfProvider(providerAccountId, tx);
  }

  private async change(tx: Tx, record: WithdrawalRecord, trigger: WithdrawalTrigger): Promise<void> {
    const { withdrawal } = record;
    withdrawal.status = withdrawalTransitions.next(withdrawal.status, trigger);
    await this.save(tx, withdrawal);
    await this.outbox.append(tx, withdrawalEvent(record));
  }

  private async save(tx: Tx, withdrawal: Withdrawal): Promise<void> {
    withdrawal.version += 1;
    withdrawal.updatedAt = this.clock.now();
    await this.withdrawals.update(tx, withdrawal);
  }
}
