import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { commonErrors, type ErrorDetail } from '../../common/errors';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { together, type Tx } from '../../database';
import { AskProviderUseCase } from '../../providers';
import { chargeErrors } from '../charge.errors';
import { chargeTransitions } from '../charge.transitions';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { ChargeDisputes } from '../disputes/charge-disputes.port';
import type { CreateRefundBody } from './create-refund.body';
import { RefundSubjectAdapter } from './refund-subject.adapter';
import { nameRefundSplit, splitRefund, type SplitMovement } from '../splits/split-movements';
import { toRefundResponse } from './refund.response';
import { RefundLifecycle } from './refund.lifecycle';
import { RefundReader } from './refund.reader';
import type { RefundRecord } from './refund.repository';
import { refundTransitions } from './refund.transitions';

/** Gives money back. A refund reserves its amount on the locked charge, so no number of them exceeds the capture. */
@Injectable()
export class RefundChargeUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly disputes: ChargeDisputes,
    private readonly refunds: RefundLifecycle,
    private readonly reader: RefundReader,
    private readonly askProvider: AskProviderUseCase,
    private readonly subject: RefundSubjectAdapter,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  async execute(
    { merchantId }: MerchantIdentity,
    chargeId: string,
    body: CreateRefundBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const lock = (tx: Tx) =>
      together<[ChargeRecord | null, boolean]>(tx, [
        () => this.charges.lock(tx, { id: chargeId, merchantId }),
        () => this.disputes.isOpen(tx, merchantId, chargeId),
      ]);
    const begin = async (tx: Tx, [record, isDisputed]: Awaited<ReturnType<typeof lock>>) => {
      if (record === null) throw commonErrors.NOT_FOUND();
      if (isDisputed && chargeTransitions.allows(record.charge.status, 'refund_part'))
        throw chargeErrors.DISPUTE_OPEN();
      const refund = planRefund(record, body, this.ids.next(), this.clock.now());
      await this.refunds.create(tx, record, refund);
      const { id: subjectId, amountCents } = refund.refund;
      const accountId = record.charge.providerAccountId;
      return {
        locked: { record, refund },
        call: { merchantId, subjectId, accountId, kind: 'refund' as const, amountCents },
      };
    };
    const read = async (id: string) => toRefundResponse(await this.reader.get(merchantId, chargeId, id));
    return this.askProvider.execute(key, { subject: this.subject, lock, begin, read });
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
