import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../../common';
import { Grouped, GROUPS_OF_WRITES, hasRefused, type Tx, TxRunner } from '../../../database';
import type { ProviderOutcome } from '../../provider.port';
import type { AskedOfPayment } from '../sandbox.repository';
import { type BatchKind, SandboxBatchRepository } from './sandbox-batch.repository';
import { done, NOT_POSSIBLE } from './sandbox-outcomes';

type Groups = Grouped<AskedOfPayment, ProviderOutcome | null>;

/**
 * Captures and refunds that the sandbox is asked for at the same time, each kind written by the same statements (decision 0028): a test
 * merchant's load is on the database that it shares with the service.
 */
@Injectable()
export class ChangeSandboxPaymentsUseCase {
  private readonly logger = new Logger(ChangeSandboxPaymentsUseCase.name);
  private readonly groups: Readonly<Record<BatchKind, Groups>>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly payments: SandboxBatchRepository,
  ) {
    const groupsOf = (kind: BatchKind): Groups =>
      new Grouped(GROUPS_OF_WRITES, (asked) => this.change(kind, asked));
    this.groups = { capture: groupsOf('capture'), refund: groupsOf('refund') };
  }

  /**
   * Null for one that is to be received alone: asked before, of a payment that somebody else changes or disputes, or a fault was
   * asked for.
   */
  async execute(kind: BatchKind, asked: AskedOfPayment): Promise<ProviderOutcome | null> {
    return this.groups[kind].run(asked);
  }

  private async change(
    kind: BatchKind,
    asked: readonly AskedOfPayment[],
  ): Promise<(ProviderOutcome | null)[]> {
    try {
      return await this.transactions.run((tx) => this.changeFree(tx, kind, asked));
    } catch (error) {
      // Whatever it was, and however it ended: a request that is received again is answered as it was the first time.
      if (!hasRefused(error)) this.logger.warn(`payments are changed one by one: ${errorMessage(error)}`);
      return asked.map(() => null);
    }
  }

  private async changeFree(
    tx: Tx,
    kind: BatchKind,
    asked: readonly AskedOfPayment[],
  ): Promise<(ProviderOutcome | null)[]> {
    const free = await this.payments.holdFree(tx, kind, asked);
    const answers = free.map(({ reference, at }) => ({ done: done(reference, at), refused: NOT_POSSIBLE }));
    const changed =
      free.length === 0 ? new Set<string>() : await this.payments.change(tx, kind, free, answers);
    return asked.map((one) => {
      const answer = answers[free.indexOf(one)];
      if (answer === undefined) return null;
      return changed.has(one.key) ? answer.done : answer.refused;
    });
  }
}
