import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { Idempotency, type IdempotencyRequest, noContent, type Reply } from '../../common/http';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { OperatorRepository } from '../operators/operator.repository';
import { PasswordService } from '../operators/password.service';
import type { ChangePasswordBody } from './change-password.body';
import { countedAddress } from './counted-address';
import { LoginAttemptRepository, type LoginPair } from './login-attempt.repository';
import { OperatorSessionRepository } from './operator-session.repository';

/** An operator changes the own password. */
@Injectable()
export class ChangePasswordUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly passwords: PasswordService,
    private readonly sessions: OperatorSessionRepository,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Verifies and hashes, which is slow and therefore before the transaction. A guess counts as a try to log in, so a
   * stolen session finds out no password. Throws WRONG_PASSWORD.
   */
  async execute(
    operator: OperatorIdentity,
    body: ChangePasswordBody,
    address: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const pair = { email: operator.email, address: countedAddress(address) };
    const mayTry = await this.transactions.run((tx) => this.attempts.count(tx, pair, this.clock.now()));
    const passwordHash = (await this.operators.find(operator.operatorId))?.passwordHash ?? null;
    const isRight = await this.passwords.verify(mayTry ? passwordHash : null, body.password);
    if (!isRight || passwordHash === null) throw authErrors.WRONG_PASSWORD();
    const changed = { from: passwordHash, to: await this.passwords.hash(body.new_password) };
    return this.idempotency.run(key, async (tx) => {
      await this.change(tx, operator, changed, pair);
      return noContent();
    });
  }

  private async change(
    tx: Tx,
    operator: OperatorIdentity,
    { from, to }: { from: string; to: string },
    pair: LoginPair,
  ): Promise<void> {
    const { operatorId, sessionId } = operator;
    if (!(await this.operators.replacePassword(tx, operatorId, from, to))) throw authErrors.WRONG_PASSWORD();
    await this.attempts.delete(tx, pair);
    await this.sessions.deleteAll(tx, operatorId, sessionId);
    await this.audit.append(tx, {
      action: 'operator.changed',
      actor: operatorActor(operator),
      target: { type: 'operator', id: operatorId },
      details: { changed: ['password'] },
    });
  }
}
