import { Injectable, Logger } from '@nestjs/common';
import { TxRunner } from '../../database';
import type { CardDetails } from '../charge.types';
import { ChargesRepository } from '../charges.repository';
import type { Charge } from '../charge.entity';
import { ProviderRegistry } from '../providers/provider-registry';
import type { PaymentProvider, ProviderOutcome } from '../providers/provider.port';
import { ProviderPatience } from '../providers/provider-patience';
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
    private readonly charges: ChargesRepository,
    private readonly operations: OperationsRepository,
    private readonly outcomes: OperationOutcomes,
    private readonly providers: ProviderRegistry,
    private readonly patience: ProviderPatience,
  ) {}

  /** Does a due operation; nothing happens when it is settled or somebody else has it. */
  async runDue(id: string): Promise<void> {
    const operation = await this.transactions.run((tx) => this.operations.claim(tx, id));
    if (operation !== null) await this.run(operation);
  }

  /** Does an operation that the caller has claimed; null when the provider did not answer, and it goes on by itself. */
  async run(operation: ProviderOperation): Promise<Settlement | null> {
    const outcome = await this.ask(operation);
    if (outcome === null) {
      await this.transactions.run((tx) => this.operations.giveBack(tx, operation.id));
      return null;
    }
    return this.outcomes.settle(operation, outcome);
  }

  private async ask(operation: ProviderOperation): Promise<ProviderOutcome | null> {
    const provider = this.providers.byName(operation.provider);
    const charge = await this.charges.getById(operation.chargeId);
    try {
      return await this.patience.await(this.call(provider, operation, charge));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown failure';
      this.logger.warn(
        `operation ${operation.id} (${operation.kind}, attempt ${operation.attempts}): ${reason}`,
      );
      return null;
    }
  }

  private async call(
    provider: PaymentProvider,
    operation: ProviderOperation,
    charge: Charge,
  ): Promise<ProviderOutcome> {
    const { id: key, amountCents, kind } = operation;
    // Asked before: what became of that comes first.
    const earlier = operation.attempts > 1 ? await provider.lookup(key) : null;
    if (earlier !== null) return earlier;
    if (kind === 'authorize') {
      const { soft_descriptor: softDescriptor } = charge.paymentDetails as CardDetails;
      return provider.authorize(key, {
        token: charge.cardToken ?? '',
        amountCents,
        installments: charge.installments ?? 1,
        softDescriptor,
        capture: charge.autoCapture,
      });
    }
    const ask = kind === 'return' ? 'refund' : kind;
    return provider[ask](key, { reference: charge.providerReference ?? '', amountCents });
  }
}
