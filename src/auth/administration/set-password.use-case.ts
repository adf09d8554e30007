import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { AuditActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorKeyRepository } from '../operators/operator-key.repository';
import { OperatorRepository } from '../operators/operator.repository';
import { PasswordService } from '../operators/password.service';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';
import { OperatorAccessService } from './operator-access.service';

/** Gives an operator a new password, from outside: nobody asks for the present one. */
@Injectable()
export class SetPasswordUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly keys: OperatorKeyRepository,
    private readonly access: OperatorAccessService,
    private readonly passwords: PasswordService,
    private readonly sessions: OperatorSessionRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
  ) {}

  /** Ends the operator's sessions and key pairs. Throws OPERATOR_NOT_FOUND, WEAK_PASSWORD. */
  async execute(email: string, password: string, actor: AuditActor): Promise<OperatorSummary> {
    // Slow, and therefore before the transaction.
    const passwordHash = await this.passwords.hash(password, email);
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lockByEmail(tx, email);
      // Whoever set it knows it: the holder has yet to choose one.
      await this.operators.update(tx, operator.id, { passwordHash, passwordSetAt: null });
      await this.sessions.deleteAll(tx, operator.id);
      const ended = await this.keys.revokeAll(tx, operator.id, this.clock.now());
      await this.access.note(tx, 'operator.changed', operator, actor, {
        password: 'set',
        keys_revoked: ended,
      });
      return summaryOf(operator);
    });
  }
}
