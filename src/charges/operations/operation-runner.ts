import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../common';
import { TxRunner } from '../../database';
import type { CardDetailsResponse } from '../methods/card/card.response';
import { ChargeRepository } from '../charge.repository';
import type { Charge } from '../charge.entity';
import {
  AdaptersService,
  cardPort,
  paymentPort,
  type ProviderAdapter,
  type ProviderOutcome,
  ProviderTimeoutService,
} from '../../providers';
import { toPayer } from '../create/new-charge';
import { OperationOutcomes, type Settlement } from './operation-outcomes';
import { OperationsRepository } from './operations.repository';
import type { ProviderOperation } from './provider-operation.entity';

/**
 * Asks the provider and writes down its answer. Between the two the process may die: then the operation is due again
 * after its lease, and the next one asks under the same key, which has no second effect.
 */
@Injectable()
export class OperationRunner {
  private readonly logger = new Logger(OperationRunner.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: ChargeRepository,
    private readonly operations: OperationsRepository,
    private readonly outcomes: OperationOutcomes,
    private readonly adapters: AdaptersService,
    private readonly timeout: ProviderTimeoutService,
  ) {}

  /** Does a due operation; nothing happens when it is settled or somebody else has it. */
  async runDue(id: string): Promise<void> {
    const operation = await this.transactions.run((tx) => this.operations.claim(tx, id));
    if (operation !== null) await this.run(operation);
  }

  /** Does an operation that the caller has claimed; null when the provider did not answer, and it goes on by itself. */
  async run(operation: ProviderOperation): Promise<Settlement | null> {
    const outcome = await this.ask(operation);
    if (outcome === null || outcome.kind === 'pending') {
      await this.transactions.run((tx) => this.operations.giveBack(tx, operation.id));
      return null;
    }
    return this.outcomes.settle(operation, outcome);
  }

  private async ask(operation: ProviderOperation): Promise<ProviderOutcome | null> {
    const provider = this.adapters.get(operation.provider);
    const charge = await this.charges.getById(operation.chargeId);
    try {
      return await this.timeout.limit(this.call(provider, operation, charge));
    } catch (error) {
      const reason = errorMessage(error);
      this.logger.warn(
        `operation ${operation.id} (${operation.kind}, attempt ${operation.attempts}): ${reason}`,
      );
      return null;
    }
  }

  private async call(
    provider: ProviderAdapter,
    operation: ProviderOperation,
    charge: Charge,
  ): Promise<ProviderOutcome> {
    const { id: key, amountCents, kind } = operation;
    // Asked before: what became of that comes first.
    const earlier = operation.attempts > 1 ? await provider.lookup(key) : null;
    if (earlier !== null) return earlier;
    if (kind === 'authorize') {
      const { soft_descriptor: softDescriptor } = charge.paymentDetails as CardDetailsResponse;
      return cardPort(provider).authorize(key, {
        payer: toPayer(charge.customer),
        description: charge.description,
        token: charge.cardToken ?? '',
        amountCents,
        installments: charge.installments ?? 1,
        softDescriptor,
        capture: charge.autoCapture,
      });
    }
    const ask = kind === 'return' ? 'refund' : kind;
    const request = { reference: charge.providerReference ?? '', amountCents, paymentId: null };
    if (ask === 'capture') return cardPort(provider).capture(key, request);
    return paymentPort(provider, charge.paymentMethod)[ask](key, request);
  }
}
