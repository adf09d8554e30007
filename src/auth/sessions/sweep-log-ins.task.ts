import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { LoginAttemptRepository } from './login-attempt.repository';
import { OperatorSessionRepository } from './operator-session.repository';

/** Deletes sessions that have ended by themselves, and failed log-ins that no longer count. */
@Injectable()
export class SweepLogInsTask implements ScheduledTask {
  readonly name = 'log-in-sweep';
  readonly everyMs = 5 * MINUTE_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly sessions: OperatorSessionRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const now = this.clock.now();
      await this.sessions.deleteEnded(tx, now);
      await this.attempts.deleteEnded(tx, now);
    });
  }
}
