import { Injectable } from '@nestjs/common';
import { Clock, inRounds, MINUTE_MS, ROWS_A_ROUND } from '../../common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import type { ScheduledTask } from '../../common/queue';
import { type Tx, TxRunner } from '../../database';
import { PortalSessionRepository } from '../portal/portal-session.repository';
import { LoginAttemptRepository } from './login-attempt.repository';
import { LoginFailureRepository } from './login-failure.repository';
import { OperatorSessionRepository } from './operator-session.repository';

/** Deletes sessions that have ended by themselves, and failed log-ins that no longer count; tells how many were repeated. */
@Injectable()
export class SweepLogInsTask implements ScheduledTask {
  readonly name = 'log-in-sweep';
  readonly everyMs = 5 * MINUTE_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly sessions: OperatorSessionRepository,
    private readonly portals: PortalSessionRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly failures: LoginFailureRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const inTransactions = (round: (tx: Tx) => Promise<number>): Promise<void> =>
      inRounds(ROWS_A_ROUND, () => this.transactions.run(round), stop);
    await inTransactions((tx) => this.sessions.deleteEnded(tx, now, ROWS_A_ROUND));
    await inTransactions((tx) => this.portals.deleteEnded(tx, now, ROWS_A_ROUND));
    await inTransactions((tx) => this.attempts.deleteEnded(tx, now, ROWS_A_ROUND));
    await inTransactions((tx) => this.tellRepeated(tx, now));
  }
  private async tellRepeated(tx: Tx, now: Date): Promise<number> {
    const ended = await this.failures.deleteEnded(tx, now, ROWS_A_ROUND);
    for (const { reason, email, address, repeated } of ended) {
      if (repeated === 0) continue;
      await this.audit.append(tx, {
        action: 'session.failed',
        actor: SYSTEM_ACTOR,
        details: { reason, address, repeated, ...(email === '' ? {} : { email }) },
      });
    }
    return ended.length;
  }
}
