import { Injectable } from '@nestjs/common';
import { together, type Tx } from '../../database';
import type { AnsweredCall, OutcomeWriter, PreparedOutcome } from '../../providers';
import { type ChargeRecord, ChargeRepository } from '../charge.repository';
import { RefundLifecycle, type SucceededRefund } from './refund.lifecycle';
import { type RefundRecord, RefundRepository } from './refund.repository';
import { replyToRefund } from './refund.response';

interface PreparedRefund extends PreparedOutcome {
  readonly succeeded: SucceededRefund;
}

/** Writes refunds that providers have made at the same time, in as many statements as one (decision 0028). */
@Injectable()
export class RefundOutcomesService implements OutcomeWriter<PreparedRefund> {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
    private readonly lifecycle: RefundLifecycle,
  ) {}

  joins({ outcome }: AnsweredCall): boolean {
    return outcome.kind === 'done';
  }

  /** Of a charge that has another refund on its way, one is written alone: the other may be divided anew. */
  async prepare(tx: Tx, answered: readonly AnsweredCall[]): Promise<((() => PreparedRefund) | null)[]> {
    const keys = answered.map(({ call: { merchantId, subjectId: id } }) => ({ merchantId, id }));
    const chargeKeys = await this.refunds.listChargeKeys(tx, keys);
    const [records, pending] = await together(tx, [
      () => this.charges.lockFree(tx, chargeKeys),
      () => this.refunds.listPending(tx, chargeKeys),
    ]);
    const outcomes = answered.flatMap(({ call, outcome }, index) => {
      const record = records[index] ?? null;
      const refund = record && aloneOnItsWay(call.subjectId, record, pending);
      const at = 'at' in outcome ? outcome.at : undefined;
      return record && refund ? [{ index, record, refund, at }] : [];
    });
    const makes = await this.lifecycle.prepareSucceeded(tx, outcomes);
    return answered.map((_, index) => {
      const place = outcomes.findIndex((one) => one.index === index);
      const [make, refund] = [makes[place], outcomes[place]?.refund];
      if (make === undefined || refund === undefined) return null;
      return () => ({ succeeded: make(), reply: replyToRefund(refund) });
    });
  }

  async write(tx: Tx, prepared: readonly PreparedRefund[]): Promise<void> {
    await this.lifecycle.saveSucceeded(
      tx,
      prepared.map(({ succeeded }) => succeeded),
    );
  }
}

function aloneOnItsWay(
  id: string,
  { charge }: ChargeRecord,
  pending: readonly RefundRecord[],
): RefundRecord | null {
  const [only, ...others] = pending.filter(({ refund }) => refund.chargeId === charge.id);
  return only?.refund.id === id && others.length === 0 ? only : null;
}
