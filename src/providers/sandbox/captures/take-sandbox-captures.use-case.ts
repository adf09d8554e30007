import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../../../common';
import { Grouped, GROUPS_OF_WRITES, hasRefused, type Tx, TxRunner } from '../../../database';
import type { ProviderOutcome } from '../../provider.port';
import { SandboxCaptureRepository } from './sandbox-capture.repository';
import { done, NOT_POSSIBLE } from './sandbox-outcomes';
import type { AskedOfPayment } from '../sandbox.repository';

/**
 * Captures that the sandbox is asked for at the same time, written by the same statements (decision 0028): a test merchant's load is
 * on the database that it shares with the service.
 */
@Injectable()
export class TakeSandboxCapturesUseCase {
  private readonly logger = new Logger(TakeSandboxCapturesUseCase.name);
  private readonly groups: Grouped<AskedOfPayment, ProviderOutcome | null>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly captures: SandboxCaptureRepository,
  ) {
    this.groups = new Grouped(GROUPS_OF_WRITES, (asked) => this.take(asked));
  }

  /** Null for one that is to be received alone: asked before, of a payment that somebody else changes, or a fault was asked for. */
  async execute(asked: AskedOfPayment): Promise<ProviderOutcome | null> {
    return this.groups.run(asked);
  }

  private async take(asked: readonly AskedOfPayment[]): Promise<(ProviderOutcome | null)[]> {
    try {
      return await this.transactions.run((tx) => this.takeFree(tx, asked));
    } catch (error) {
      // Whatever it was, and however it ended: a request that is received again is answered as it was the first time.
      if (!hasRefused(error)) this.logger.warn(`captures are taken one by one: ${errorMessage(error)}`);
      return asked.map(() => null);
    }
  }

  private async takeFree(tx: Tx, asked: readonly AskedOfPayment[]): Promise<(ProviderOutcome | null)[]> {
    const free = await this.captures.holdFree(tx, asked);
    const answers = free.map(({ reference, at }) => ({ done: done(reference, at), refused: NOT_POSSIBLE }));
    const taken = free.length === 0 ? new Set() : await this.captures.take(tx, free, answers);
    return asked.map((one) => {
      const answer = answers[free.indexOf(one)];
      if (answer === undefined) return null;
      return taken.has(one.key) ? answer.done : answer.refused;
    });
  }
}
