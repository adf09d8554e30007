import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, IdGenerator } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { type ListQuery, type Page, paginate } from '../../common/http';
import { isConstraintViolation, type Tx } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorRole } from '../identity';
import { SecondFactor } from '../second-factor/second-factor';
import { LoginAttempts } from '../sessions/login-attempts';
import { Sessions } from '../sessions/sessions';
import { normaliseEmail, Operator } from './operator.entity';

/** An operator, and until when log-ins are refused somewhere. */
export interface ListedOperator {
  readonly operator: Operator;
  readonly lockedUntil: Date | null;
}

export interface OperatorChanges {
  readonly role?: OperatorRole;
  readonly disabled?: boolean;
  readonly unlock?: true;
}

/** What administrators and the command line do with operators and their access. */
@Injectable()
export class OperatorAdministration {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly sessions: Sessions,
    private readonly attempts: LoginAttempts,
    private readonly secondFactor: SecondFactor,
    private readonly audit: AuditLog,
  ) {}

  async list(query: ListQuery): Promise<Page<ListedOperator>> {
    const builder = this.dataSource.getRepository(Operator).createQueryBuilder('operator');
    const { items, ...page } = await paginate(builder, query, { alias: 'operator' });
    const locked = await this.attempts.lockedUntil(items.map(({ email }) => email));
    return {
      ...page,
      items: items.map((operator) => ({ operator, lockedUntil: locked.get(operator.email) ?? null })),
    };
  }

  /** Throws OPERATOR_EXISTS. */
  async create(
    tx: Tx,
    input: { email: string; role: OperatorRole; passwordHash: string },
    actor: AuditActor,
  ): Promise<Operator> {
    const operator = tx.create(Operator, {
      id: this.ids.next(),
      email: normaliseEmail(input.email),
      passwordHash: input.passwordHash,
      role: input.role,
      disabledAt: null,
      totpSecretBox: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      lastLoginAt: null,
      createdAt: this.clock.now(),
    });
    try {
      await tx.insert(Operator, operator);
    } catch (error) {
      if (isConstraintViolation(error, 'uq_operators_email')) throw authErrors.OPERATOR_EXISTS();
      throw error;
    }
    const details = { email: operator.email, role: operator.role };
    await this.audit.append(tx, { action: 'operator.created', actor, target: targetOf(operator), details });
    return operator;
  }

  /** Holds within a second everywhere. Throws NOT_FOUND, LAST_ADMIN. */
  async change(tx: Tx, id: string, changes: OperatorChanges, actor: AuditActor): Promise<ListedOperator> {
    const admins = await lockAdmins(tx);
    const operator = await tx.findOne(Operator, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (operator === null) throw commonErrors.NOT_FOUND();
    const { role = operator.role, disabled = operator.disabledAt !== null } = changes;
    const staysAdmin = role === 'admin' && !disabled;
    if (!staysAdmin && admins.length === 1 && admins[0] === id) throw authErrors.LAST_ADMIN();

    const details: Record<string, unknown> = {};
    if (role !== operator.role) details['role'] = { from: operator.role, to: role };
    if (disabled !== (operator.disabledAt !== null)) details['disabled'] = disabled;
    if (Object.keys(details).length > 0) {
      if (details['disabled'] !== undefined) await this.setDisabled(tx, operator, disabled);
      await tx.save(Object.assign(operator, { role }));
      await this.audit.append(tx, {
        action: 'operator.changed',
        actor,
        target: targetOf(operator),
        details: { email: operator.email, ...details },
      });
    }
    if (changes.unlock === true) await this.unlock(tx, operator, actor);
    const locked = await this.attempts.lockedUntil([operator.email], tx);
    return { operator, lockedUntil: locked.get(operator.email) ?? null };
  }

  /** Sessions end for good; key pairs open nothing as long as their operator is disabled. */
  async setDisabled(tx: Tx, operator: Operator, disabled: boolean): Promise<void> {
    operator.disabledAt = disabled ? this.clock.now() : null;
    if (disabled) await this.sessions.endAll(tx, operator.id);
  }

  async unlock(tx: Tx, operator: Operator, actor: AuditActor): Promise<void> {
    await this.attempts.unlock(tx, operator.email);
    const details = { email: operator.email };
    await this.audit.append(tx, { action: 'operator.unlocked', actor, target: targetOf(operator), details });
  }

  /** For the operator whose telephone and recovery codes are lost: the password alone opens again, and sessions end. */
  async resetTotp(tx: Tx, operator: Operator, actor: AuditActor): Promise<void> {
    await this.secondFactor.clear(tx, operator);
    await this.sessions.endAll(tx, operator.id);
    const details = { email: operator.email, reset: true };
    await this.audit.append(tx, { action: 'totp.disabled', actor, target: targetOf(operator), details });
  }
}

function targetOf(operator: Operator): { type: string; id: string } {
  return { type: 'operator', id: operator.id };
}

/** Two administrators who disable each other meet here: the second one sees what the first one did. */
async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM operators WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}
