import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { OperatorRepository } from '../operators/operator.repository';
import { PasswordService } from '../operators/password.service';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';
import type { PasswordProof } from './password-proof.service';

/** Whoever changes what protects an account shows its present password: a session may be stolen, or left open. */
@Injectable()
export class ProvePasswordUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly passwords: PasswordService,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies, which is slow and therefore before any transaction. A guess counts as a try to log in, so a stolen
   * session finds out no password. Throws WRONG_PASSWORD.
   */
  async execute(identity: OperatorIdentity, password: string, address: string): Promise<PasswordProof> {
    const pair = { email: identity.email, address };
    const mayTry = await this.transactions.run((tx) => this.attempts.count(tx, pair, this.clock.now()));
    const operator = await this.operators.find(identity.operatorId);
    const passwordHash = operator?.passwordHash ?? null;
    const isRight = await this.passwords.verify(mayTry ? passwordHash : null, password, false);
    if (!isRight || operator === null) throw authErrors.WRONG_PASSWORD();
    return { passwordHash: operator.passwordHash, givenPasswordHash: operator.givenPasswordHash, pair };
  }
}
