import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog, operatorActor } from '../../common/audit';
import type { Tx } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { Operator } from '../operators/operator.entity';
import { Passwords } from '../operators/passwords';
import { countedAddress, LoginAttempts } from './login-attempts';
import type { ChangePasswordBody } from './session.dto';
import { Sessions } from './sessions';

/** An operator changes the own password. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly dataSource: DataSource,
    private readonly attempts: LoginAttempts,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Verifies and hashes, which is slow and therefore before the transaction; the change itself is what it answers.
   * A guess counts as a try to log in, so a stolen session finds out no password. Throws WRONG_PASSWORD.
   */
  async prepare(
    operator: OperatorIdentity,
    body: ChangePasswordBody,
    address: string,
  ): Promise<(tx: Tx) => Promise<void>> {
    const pair = { email: operator.email, address: countedAddress(address) };
    const mayTry = await this.attempts.take(pair);
    const { passwordHash } = await this.dataSource
      .getRepository(Operator)
      .findOneByOrFail({ id: operator.operatorId });
    const isRight = await this.passwords.verify(mayTry ? passwordHash : null, body.password);
    if (!isRight) throw authErrors.WRONG_PASSWORD();
    const hashed = await this.passwords.hash(body.new_password);
    return async (tx) => {
      // Only the hash that was verified is replaced: a reset that came between stays.
      const where = { id: operator.operatorId, passwordHash };
      const { affected } = await tx.update(Operator, where, { passwordHash: hashed });
      if (affected !== 1) throw authErrors.WRONG_PASSWORD();
      await this.attempts.forget(tx, pair);
      await this.sessions.endAll(tx, operator.operatorId, operator.sessionId);
      await this.audit.append(tx, {
        action: 'operator.changed',
        actor: operatorActor(operator),
        target: { type: 'operator', id: operator.operatorId },
        details: { changed: ['password'] },
      });
    };
  }
}
