import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { PasswordService } from '../operators/password.service';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';
import { OperatorAccessService } from './operator-access.service';

/** Gives an operator a new password, from outside: nobody asks for the present one. */
@Injectable()
export class SetPasswordUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly access: OperatorAccessService,
    private readonly passwords: PasswordService,
    private readonly sessions: OperatorSessionRepository,
    private readonly transactions: TxRunner,
  ) {}

  /** Ends the operator's sessions. Throws OPERATOR_NOT_FOUND, WEAK_PASSWORD. */
  async execute(email: string, password: string, actor: AuditActor): Promise<OperatorSummary> {
    // Slow, and therefore before the transaction.
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lockByEmail(tx, email);
      await this.operators.update(tx, operator.id, { passwordHash });
      await this.sessions.deleteAll(tx, operator.id);
      await this.access.note(tx, 'operator.changed', operator, actor, { password: 'set' });
      return summaryOf(operator);
    });
  }
}
