import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ok } from '../../common/http';
import type { Tx } from '../../database';
import { PayableDestinationsService } from '../../destinations';
import {
  type FinalOutcome,
  isPayoutNotification,
  type OpenAccount,
  payoutPort,
  type ProviderCallRecord,
  ProviderCallsService,
  type ProviderNotification,
  type ProviderOutcome,
  type ProviderSubject,
  type Settlement,
  type SubjectRef,
  SubjectsService,
} from '../../providers';
import { FAILURE_CODES, type FailureCode } from '../withdrawal.entity';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import { type WithdrawalRecord, WithdrawalRepository } from '../withdrawal.repository';
import { toWithdrawalResponse } from '../withdrawal.response';

/** What providers are asked about a withdrawal, and what they tell of it. */
@Injectable()
export class WithdrawalSubjectAdapter implements ProviderSubject<WithdrawalRecord>, OnModuleInit {
  readonly type = 'withdrawal';

  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly destinations: PayableDestinationsService,
    private readonly lifecycle: WithdrawalLifecycle,
    private readonly calls: ProviderCallsService,
    private readonly subjects: SubjectsService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async ask(call: ProviderCallRecord, { adapter, access }: OpenAccount): Promise<ProviderOutcome> {
    const { merchantId, subjectId, key, amountCents } = call;
    const { withdrawal, destination } = await this.get(merchantId, subjectId);
    const { method, description } = withdrawal;
    const target = this.destinations.targetOf(destination);
    return payoutPort(adapter).pay(access, key, { target, method, amountCents, description });
  }

  /** What the provider could not take goes back to pending, and is sent again under a key of its own. */
  repeats(): boolean {
    return false;
  }

  async lock(tx: Tx, { merchantId, subjectId: id }: ProviderCallRecord): Promise<WithdrawalRecord> {
    const record = await this.withdrawals.lock(tx, { merchantId, id });
    if (record === null) throw new Error('a call is about a withdrawal that is not there');
    return record;
  }

  async settle(
    tx: Tx,
    record: WithdrawalRecord,
    call: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement> {
    if (isFirst) {
      if (outcome.kind === 'done') await this.lifecycle.pay(tx, record, outcome);
      else if (outcome.retryable) await this.lifecycle.putOff(tx, record);
      else await this.lifecycle.fail(tx, record, failureOf(outcome.code));
    }
    if (call.status === 'failed') return { refused: true };
    return { reply: ok('The withdrawal was paid.', toWithdrawalResponse(record)) };
  }

  /** That it was paid or not is looked up, as anything else that is not known; what came back is told alone. */
  async notified(
    tx: Tx,
    { merchantId, subjectId: id }: SubjectRef,
    notification: ProviderNotification,
  ): Promise<boolean> {
    const record = await this.withdrawals.lock(tx, { merchantId, id });
    if (record === null || !isPayoutNotification(notification)) return false;
    if (notification.kind === 'payout_returned') return this.lifecycle.giveBack(tx, record, notification);
    await this.calls.hurry(tx, merchantId, id);
    return true;
  }

  private async get(merchantId: string, id: string): Promise<WithdrawalRecord> {
    const record = await this.withdrawals.find(merchantId, id);
    if (record === null) throw new Error('a call is about a withdrawal that is not there');
    return record;
  }
}

/** Providers have codes of their own beside ours: such a one says that it refused, and no more. */
function failureOf(code: string): FailureCode {
  const known = FAILURE_CODES.find((one) => one === code);
  return known === undefined || known === 'refused_in_review' ? 'provider_refused' : known;
}
