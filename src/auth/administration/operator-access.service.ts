import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import type { Tx } from '../../database';
import type { Operator } from '../operators/operator.entity';
import { OperatorRepository } from '../operators/operator.repository';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';

/** What of an operator's access administrators and the command line both change, on the locked operator. */
@Injectable()
export class OperatorAccessService {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly sessions: OperatorSessionRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Sessions end for good; key pairs open nothing as long as their operator is disabled. */
  async setDisabled(tx: Tx, operator: Operator, disabled: boolean): Promise<void> {
    operator.disabledAt = disabled ? this.clock.now() : null;
    await this.operators.update(tx, operator.id, { disabledAt: operator.disabledAt });
    if (disabled) await this.sessions.deleteAll(tx, operator.id);
  }

  /** Forgets failed log-ins, from wherever. */
  async unlock(tx: Tx, operator: Operator, actor: AuditActor): Promise<void> {
    await this.attempts.deleteAll(tx, operator.email);
    await this.note(tx, 'operator.unlocked', operator, actor);
  }

  note(
    tx: Tx,
    action: 'operator.changed' | 'operator.unlocked' | 'totp.disabled',
    operator: Operator,
    actor: AuditActor,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.audit.append(tx, {
      action,
      actor,
      target: { type: 'operator', id: operator.id },
      details: { email: operator.email, ...details },
    });
  }
}
