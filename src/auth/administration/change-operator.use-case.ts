import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { AuditActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorRole } from '../identity';
import { summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';
import { OperatorAccessService } from './operator-access.service';
import type { ListedOperator } from './operator-page.reader';

export interface OperatorChanges {
  readonly role?: OperatorRole;
  readonly disabled?: boolean;
  readonly unlock?: true;
}

/** An administrator changes an operator's role, disables, enables or unlocks one. */
@Injectable()
export class ChangeOperatorUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly access: OperatorAccessService,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
  ) {}

  /** Holds within a second everywhere. Throws NOT_FOUND, LAST_ADMIN. */
  execute(id: string, changes: OperatorChanges, actor: AuditActor): Promise<ListedOperator> {
    return this.transactions.run(async (tx) => {
      const admins = await this.operators.lockEnabledAdmins(tx);
      const operator = await this.operators.lock(tx, id);
      if (operator === null) throw commonErrors.NOT_FOUND();
      const wasDisabled = operator.disabledAt !== null;
      const { role = operator.role, disabled = wasDisabled } = changes;
      const staysAdmin = role === 'admin' && !disabled;
      if (!staysAdmin && admins.length === 1 && admins[0] === id) throw authErrors.LAST_ADMIN();

      const details: Record<string, unknown> = {};
      if (role !== operator.role) {
        details['role'] = { from: operator.role, to: role };
        await this.operators.update(tx, id, { role });
        operator.role = role;
      }
      if (disabled !== wasDisabled) {
        details['disabled'] = disabled;
        await this.access.setDisabled(tx, operator, disabled);
      }
      if (Object.keys(details).length > 0)
        await this.access.note(tx, 'operator.changed', operator, actor, details);
      if (changes.unlock === true) await this.access.unlock(tx, operator, actor);
      const locked = await this.attempts.findLocked([operator.email], this.clock.now(), tx);
      return { operator: summaryOf(operator), lockedUntil: locked.get(operator.email) ?? null };
    });
  }
}
