import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { commonErrors, type ErrorDetail } from '../../common/errors';
import {
  Idempotency,
  type IdempotencyRequest,
  type Keyed,
  KeyedGroups,
  type KeyedWrite,
  Reply,
} from '../../common/http';
import { together, type Tx, TxRunner } from '../../database';
import {
  AnswerByProviderUseCase,
  BeginProviderCallUseCase,
  type CallToMake,
  type ProviderCallRecord,
  ProviderCallsService,
} from '../../providers';
import { chargeErrors } from '../charge.errors';
import { chargeTransitions } from '../charge.transitions';
import { type ChargeKey, ChargeRepository, type ChargeRecord } from '../charge.repository';
import { ChargeDisputes } from '../disputes/charge-disputes.port';
import type { CreateRefundBody } from './create-refund.body';
import { RefundSubjectAdapter } from './refund-subject.adapter';
import { nameRefundSplit, splitRefund, type SplitMovement } from '../splits/split-movements';
import { toRefundResponse } from './refund.response';
import { type PlannedRefund, RefundLifecycle } from './refund.lifecycle';
import { RefundReader } from './refund.reader';
import type { RefundRecord } from './refund.repository';
import { refundTransitions } from './refund.transitions';

interface AskedRefund extends Keyed, ChargeKey {
  readonly body: CreateRefundBody;
}

interface BegunRefund extends KeyedWrite<null> {
  readonly call: ProviderCallRecord;
  readonly locked?: PlannedRefund;
}

/**
 * Gives money back. A refund reserves its amount on the locked charge, so no number of them exceeds the capture. Refunds that are asked
 * for at the same time are written by the same statements (decision 0028).
 */
@Injectable()
export class RefundChargeUseCase {
  private readonly groups: KeyedGroups<AskedRefund, BegunRefund>;

  constructor(
    transactions: TxRunner,
    idempotency: Idempotency,
    private readonly charges: ChargeRepository,
    private readonly disputes: ChargeDisputes,
    private readonly refunds: RefundLifecycle,
    private readonly reader: RefundReader,
    private readonly calls: ProviderCallsService,
    private readonly beginCall: BeginProviderCallUseCase,
    private readonly answer: AnswerByProviderUseCase,
    private readonly subject: RefundSubjectAdapter,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    this.groups = new KeyedGroups(transactions, idempotency, {
      isOneStatement: () => false,
      holdsByWriting: true,
      hold: (tx, asked) => this.hold(tx, asked),
      together: (tx, begun, claims) =>
        calls.insertUnrepeated(
          tx,
          begun.map(({ call }) => call),
          claims,
        ),
      alone: (asked) => this.alone(asked),
    });
  }

  async execute(
    { merchantId }: MerchantIdentity,
    chargeId: string,
    body: CreateRefundBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const begun = await this.groups.write({ key, merchantId, id: chargeId, body });
    const read = async (id: string) => toRefundResponse(await this.reader.get(merchantId, chargeId, id));
    return this.answer.execute(key, begun, { subject: this.subject, read });
  }

  /** One whose charge is not there is looked for alone. */
  private async hold(tx: Tx, asked: readonly AskedRefund[]): Promise<((() => BegunRefund | null) | null)[]> {
    const [records, disputed] = await together(tx, [
      () => this.charges.lockFree(tx, asked),
      () => this.disputes.listOpen(tx, asked),
    ]);
    const plans = asked.map((one, index) => {
      const record = records[index] ?? null;
      return record && attempt(() => this.plan(record, disputed, one.body));
    });
    const planned = plans.filter((plan): plan is PlannedRefund => plan !== null && !('error' in plan));
    const written = await this.refunds.createTogether(tx, planned);
    return asked.map(({ key }, index) => {
      const plan = plans[index] ?? null;
      if (plan === null) return null;
      return () => {
        if ('error' in plan) throw plan.error;
        return written.has(plan) ? this.begun(key, plan) : null;
      };
    });
  }

  private async alone(asked: AskedRefund): Promise<BegunRefund | Reply> {
    const { key } = asked;
    const begun = await this.beginCall.execute(key, {
      subject: this.subject,
      lock: (tx) =>
        together<[ChargeRecord | null, ReadonlySet<string>]>(tx, [
          () => this.charges.lock(tx, asked),
          () => this.disputes.listOpen(tx, [asked]),
        ]),
      begin: async (tx, [record, disputed]) => {
        if (record === null) throw commonErrors.NOT_FOUND();
        const locked = this.plan(record, disputed, asked.body);
        await this.refunds.create(tx, record, locked.refund);
        return { locked, call: callOf(locked) };
      },
    });
    return begun instanceof Reply ? begun : { key, id: begun.call.id, reply: null, ...begun };
  }

  private plan(record: ChargeRecord, disputed: ReadonlySet<string>, body: CreateRefundBody): PlannedRefund {
    const { id, status } = record.charge;
    if (disputed.has(id) && chargeTransitions.allows(status, 'refund_part'))
      throw chargeErrors.DISPUTE_OPEN();
    return { record, refund: planRefund(record, body, this.ids.next(), this.clock.now()) };
  }

  private begun(key: IdempotencyRequest, locked: PlannedRefund): BegunRefund {
    const call = this.calls.askedUnder(key, this.subject, callOf(locked));
    return { key, id: call.id, reply: null, call, locked };
  }
}

function callOf({ record, refund: { refund } }: PlannedRefund): CallToMake {
  const { merchantId, id: subjectId, amountCents } = refund;
  return { merchantId, subjectId, accountId: record.charge.providerAccountId, kind: 'refund', amountCents };
}

function attempt<T>(work: () => T): T | { readonly error: unknown } {
  try {
    return work();
  } catch (error) {
    return { error };
  }
}

/** Makes the rows of a refund, or throws what is against it (contract §6, Refunds). */
function planRefund(record: ChargeRecord, body: CreateRefundBody, id: string, now: Date): RefundRecord {
  const { charge, splits } = record;
  const leftCents = charge.amountCapturedCents - charge.amountRefundReservedCents;
  // Of a charge that is refunded whole nothing is left: the same answer as a moment before its last refund succeeded.
  if (charge.status !== 'refunded') chargeTransitions.next(charge.status, 'refund_part');
  const amountCents = body.amount ?? leftCents;
  if (amountCents > leftCents || amountCents === 0) throw chargeErrors.REFUND_EXCEEDS_CAPTURED();
  const movements =
    body.split_refunds === undefined ? splitRefund(amountCents, splits) : named(record, body, amountCents);
  return {
    refund: {
      id,
      chargeId: charge.id,
      merchantId: charge.merchantId,
      amountCents,
      status: refundTransitions.next(null, 'create'),
      reason: body.reason ?? null,
      splitNamed: body.split_refunds !== undefined,
      createdAt: now,
      settledAt: null,
      settledVersion: null,
    },
    splits: movements.map((movement, position) => ({
      merchantId: charge.merchantId,
      refundId: id,
      position,
      recipientId: movement.recipientId,
      amountCents: movement.amountCents,
    })),
    sources: [],
  };
}

function named(
  { splits }: ChargeRecord,
  body: CreateRefundBody,
  amountCents: number,
): readonly SplitMovement[] {
  const entries = (body.split_refunds ?? []).map(({ recipient_id, amount }) => ({
    recipientId: recipient_id.toLowerCase(),
    amountCents: amount,
  }));
  const result = nameRefundSplit(amountCents, entries, splits);
  switch (result.kind) {
    case 'ok':
      return result.movements;
    case 'sum':
      throw chargeErrors.REFUND_SPLIT_INVALID({
        details: [{ field: 'split_refunds', code: 'amounts_sum', message: 'must sum to the refund' }],
      });
    case 'exceeds_share':
      throw chargeErrors.REFUND_SPLIT_EXCEEDS_SHARE({
        details: detailsAt(
          result.indexes,
          'amount',
          'exceeds_share',
          'is more than the recipient still holds',
        ),
      });
    case 'unknown_recipient':
      throw chargeErrors.REFUND_SPLIT_INVALID({
        details: detailsAt(
          result.indexes,
          'recipient_id',
          'unknown_recipient',
          'is no recipient of this charge',
        ),
      });
    case 'repeated_recipient':
      throw chargeErrors.REFUND_SPLIT_INVALID({
        details: detailsAt(
          result.indexes,
          'recipient_id',
          'recipient_repeated',
          'stands in more than one entry',
        ),
      });
  }
}

function detailsAt(indexes: readonly number[], field: string, code: string, message: string): ErrorDetail[] {
  return indexes.map((index) => ({ field: `split_refunds[${index}].${field}`, code, message }));
}
