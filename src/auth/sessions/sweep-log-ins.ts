import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { LoginAttempts } from './login-attempts';
import { Sessions } from './sessions';

/** Deletes sessions that have ended by themselves, and failed log-ins that no longer count. */
@Injectable()
export class SweepLogIns implements ScheduledTask {
  readonly name = 'log-in-sweep';
  readonly everyMs = 5 * 60 * 1_000;

  constructor(
    private readonly transactions: TxRunner,
    private readonly sessions: Sessions,
    private readonly attempts: LoginAttempts,
  ) {}

  async run(): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.sessions.sweep(tx);
      await this.attempts.sweep(tx);
    });
  }
}
