import { Injectable, type OnModuleInit } from '@nestjs/common';
import { together, type Tx } from '../../database';
import {
  type FinalOutcome,
  type OpenAccount,
  paymentPort,
  type ProviderCallRecord,
  type ProviderOutcome,
  type ProviderSubject,
  type Settlement,
  SubjectsService,
} from '../../providers';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { RefundLifecycle } from './refund.lifecycle';
import { RefundOutcomesService } from './refund-outcomes.service';
import { replyToRefund } from './refund.response';
import { type RefundRecord, RefundRepository } from './refund.repository';

interface LockedRefund {
  readonly record: ChargeRecord;
  readonly refund: RefundRecord;
}

/** What is asked about a refund. */
@Injectable()
export class RefundSubjectAdapter implements ProviderSubject<LockedRefund>, OnModuleInit {
  readonly type = 'refund';

  constructor(
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
    private readonly lifecycle: RefundLifecycle,
    private readonly subjects: SubjectsService,
    readonly together: RefundOutcomesService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async ask(
    call: ProviderCallRecord,
    { adapter, access }: OpenAccount,
    begun: LockedRefund | null,
  ): Promise<ProviderOutcome> {
    const { merchantId, subjectId, key, amountCents } = call;
    const charge =
      begun?.record.charge ??
      (await this.charges.get(merchantId, await this.refunds.getChargeId(merchantId, subjectId)));
    const { end_to_end_id: paymentId = null } = charge.paymentDetails as { end_to_end_id?: string | null };
    const request = { reference: charge.providerReference ?? '', amountCents, paymentId };
    return paymentPort(adapter, charge.paymentMethod).refund(access, key, request);
  }

  repeats(): boolean {
    return true;
  }

  /** The charge first: everybody locks it before anything that belongs to it. */
  async lock(
    tx: Tx,
    { merchantId, subjectId }: ProviderCallRecord,
    begun: LockedRefund | null,
  ): Promise<LockedRefund> {
    const id = begun?.record.charge.id ?? (await this.refunds.getChargeId(merchantId, subjectId, tx));
    const [record, refund] = await together(tx, [
      () => this.charges.lock(tx, { merchantId, id }),
      () => this.refunds.get(tx, merchantId, subjectId),
    ]);
    if (record === null) throw new Error('a refund is of a charge that is not there');
    return { record, refund };
  }

  async settle(
    tx: Tx,
    { record, refund }: LockedRefund,
    _: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement> {
    if (isFirst)
      await (outcome.kind === 'done'
        ? this.lifecycle.succeed(tx, record, refund, outcome.at)
        : this.lifecycle.fail(tx, record, refund));
    return { reply: replyToRefund(refund) };
  }

  /** Institutions tell of the payment, not of its refunds: those are looked up. */
  notified(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
