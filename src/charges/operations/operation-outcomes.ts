import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { created, Idempotency, ok, type Reply } from '../../common/http';
import { type Tx, TxRunner } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import { chargeErrors } from '../charge.errors';
import { toChargeResponse } from '../charge.response';
import { chargeTransitions } from '../charge.transitions';
import type { CardDetailsResponse } from '../methods/card/card.response';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import type { ProviderOutcome } from '../../providers';
import { toRefundResponse } from '../refund/refund.response';
import { RefundLifecycle } from '../refund/refund.lifecycle';
import { RefundRepository } from '../refund/refund.repository';
import { OperationsRepository } from './operations.repository';
import type { ProviderOperation } from './provider-operation.entity';

/** How an operation ended: with an answer for whoever asked for it, or refused by the provider. */
export type Settlement = { readonly reply: Reply } | { readonly refused: true };

const MESSAGES = {
  authorize: 'The provider has answered.',
  capture: 'The charge was captured.',
  void: 'The charge was voided.',
  return: 'The payment was returned.',
} as const;

type Done = Extract<ProviderOutcome, { kind: 'done' }>;
export type FinalOutcome = Exclude<ProviderOutcome, { kind: 'pending' }>;

/**
 * Writes down what the provider answered: outcome, transition, event and the idempotent answer in one transaction.
 * Whoever has the answer may call it, and any number of times: only the first one writes.
 */
@Injectable()
export class OperationOutcomes {
  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
    private readonly refundLifecycle: RefundLifecycle,
    private readonly operations: OperationsRepository,
    private readonly lifecycle: ChargeLifecycle,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  async settle(operation: ProviderOperation, outcome: FinalOutcome): Promise<Settlement> {
    return this.transactions.run(async (tx) => {
      // The charge first: everybody locks it before anything that belongs to it.
      const record = await this.charges.lock(tx, { id: operation.chargeId });
      if (record === null) throw new Error('an operation refers to a charge that is not there');
      const current = await this.operations.get(tx, operation.id);
      const isFirst = current.status === 'pending';
      if (isFirst) await this.write(tx, current, record, outcome);
      const settlement = await this.settlementOf(tx, current, record);
      // What the first one stored stays: the charge may have moved on since.
      if (isFirst) await this.answer(tx, current.idempotencyScope, settlement);
      return settlement;
    });
  }

  /** Stores the answer of the request that asked; a refused one has its key back. */
  private async answer(tx: Tx, scope: Buffer | null, settlement: Settlement): Promise<void> {
    if ('reply' in settlement) await this.idempotency.finish(tx, scope, settlement.reply);
    else await this.idempotency.release(tx, scope);
  }

  private async write(
    tx: Tx,
    operation: ProviderOperation,
    record: ChargeRecord,
    outcome: FinalOutcome,
  ): Promise<void> {
    operation.status = outcome.kind === 'done' ? 'succeeded' : 'failed';
    operation.failureCode = outcome.kind === 'done' ? null : outcome.code;
    operation.settledAt = this.clock.now();
    await this.operations.settle(tx, operation);
    switch (operation.kind) {
      case 'authorize':
        await (outcome.kind === 'done'
          ? this.authorized(tx, record, outcome)
          : this.lifecycle.decline(tx, record, outcome));
        return;
      case 'capture':
        if (outcome.kind === 'done') await this.lifecycle.capture(tx, record, operation.amountCents);
        return;
      case 'void':
        // It may have expired while the provider was asked: then it has ended already.
        if (outcome.kind === 'done' && chargeTransitions.allows(record.charge.status, 'void')) {
          await this.lifecycle.change(tx, record, 'void');
        }
        return;
      case 'refund':
        await this.refundEnded(tx, operation, record, outcome.kind === 'done');
        return;
      case 'return':
      // The charge had ended before the money came, and has not changed by it: the operation is the note.
    }
  }

  private async authorized(tx: Tx, record: ChargeRecord, outcome: Done): Promise<void> {
    const paymentDetails: CardDetailsResponse = {
      ...(record.charge.paymentDetails as CardDetailsResponse),
      authorization_code: outcome.authorizationCode,
    };
    const change = { providerReference: outcome.reference, paymentDetails };
    await (record.charge.autoCapture
      ? this.lifecycle.pay(tx, record, change)
      : this.lifecycle.authorize(tx, record, change));
  }

  private async refundEnded(
    tx: Tx,
    operation: ProviderOperation,
    record: ChargeRecord,
    succeeded: boolean,
  ): Promise<void> {
    const refund = await this.refunds.get(tx, operation.refundId ?? '');
    await (succeeded
      ? this.refundLifecycle.succeed(tx, record, refund)
      : this.refundLifecycle.fail(tx, record, refund));
  }

  private async settlementOf(
    tx: Tx,
    operation: ProviderOperation,
    record: ChargeRecord,
  ): Promise<Settlement> {
    if (operation.kind === 'refund') {
      const { refund, splits } = await this.refunds.get(tx, operation.refundId ?? '');
      const message =
        refund.status === 'succeeded' ? 'The refund was made.' : 'The provider refused the refund.';
      return { reply: created(message, toRefundResponse(refund, splits)) };
    }
    if (operation.status === 'failed') return { refused: true };
    return { reply: ok(MESSAGES[operation.kind], toChargeResponse(record.charge, record.splits)) };
  }
}

/** The answer to whoever asked for the operation; throws when the provider refused it. */
export function answerOf(settlement: Settlement): Reply {
  if ('refused' in settlement) throw chargeErrors.PROVIDER_REFUSED();
  return settlement.reply;
}
