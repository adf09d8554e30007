import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { authErrors } from '../auth.errors';
import type { Operator } from '../operators/operator.entity';
import { LoginAttemptRepository, type LoginPair } from '../sessions/login-attempt.repository';

/** The password as it was verified a moment ago; it counts while the operator still has it. */
export interface PasswordProof {
  readonly passwordHash: string;
  /** Of the one that somebody else gave and the holder replaced, if there was any. */
  readonly givenPasswordHash: string | null;
  /** Whose tries a success forgets. */
  readonly pair: LoginPair;
}

/** Uses a proof of the password in the transaction of the change. */
@Injectable()
export class PasswordProofService {
  constructor(private readonly attempts: LoginAttemptRepository) {}

  /** The locked operator still has the password that was verified; the tries are forgotten. Throws WRONG_PASSWORD. */
  async settle(tx: Tx, operator: Operator, { passwordHash, pair }: PasswordProof): Promise<void> {
    if (operator.passwordHash !== passwordHash) throw authErrors.WRONG_PASSWORD();
    await this.attempts.delete(tx, pair);
  }
}
