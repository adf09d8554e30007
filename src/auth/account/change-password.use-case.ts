import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, noContent, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { authErrors } from '../auth.errors';
import { CredentialCacheService } from '../authentication/credential-cache.service';
import { SessionCookieService, type SessionToken } from '../authentication/session-cookie.service';
import type { OperatorIdentity } from '../identity';
import { OperatorKeyRepository } from '../operators/operator-key.repository';
import { OperatorRepository } from '../operators/operator.repository';
import { isSamePassword, PasswordService } from '../operators/password.service';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';
import { SessionService } from '../sessions/session.service';
import type { ChangePasswordBody } from './change-password.body';
import type { PasswordProof } from './password-proof.service';
import { ProvePasswordUseCase } from './prove-password.use-case';

const PRESENT_AGAIN = 'This is your present password: choose another one.';
const GIVEN_AGAIN = 'This is the password that was given to you, which others know: choose another one.';

/** An operator changes the own password: from now on only its holder knows it. */
@Injectable()
export class ChangePasswordUseCase {
  constructor(
    private readonly provePassword: ProvePasswordUseCase,
    private readonly operators: OperatorRepository,
    private readonly keys: OperatorKeyRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly passwords: PasswordService,
    private readonly sessions: OperatorSessionRepository,
    private readonly starting: SessionService,
    private readonly cookie: SessionCookieService,
    private readonly credentials: CredentialCacheService,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the operator's sessions and key pairs; the session of the request goes on under a new cookie, until the
   * moment at which it would have ended. Throws WRONG_PASSWORD, WEAK_PASSWORD.
   */
  async execute(
    operator: OperatorIdentity,
    body: ChangePasswordBody,
    address: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const proof = await this.provePassword.execute(operator, body.password, address);
    // Slow, and therefore before the transaction.
    const passwordHash = await this.hashChosen(operator, body, proof);
    const reply = await this.idempotency.run(key, async (tx) => {
      const token = await this.change(tx, operator, passwordHash, proof);
      return noContent().with('Set-Cookie', this.cookie.set(token));
    });
    // This process need not wait for its memory to fade.
    if (operator.sessionId !== null) this.credentials.forgetSession(operator.sessionId);
    return reply;
  }

  /** What others know of is no choice: with it the holder would pass for who alone knows the password. */
  private async hashChosen(
    { email }: OperatorIdentity,
    { password, new_password: chosen }: ChangePasswordBody,
    { givenPasswordHash: given }: PasswordProof,
  ): Promise<string> {
    if (isSamePassword(chosen, password)) throw authErrors.WEAK_PASSWORD({ message: PRESENT_AGAIN });
    if (given !== null && (await this.passwords.verify(given, chosen, false)))
      throw authErrors.WEAK_PASSWORD({ message: GIVEN_AGAIN });
    return this.passwords.hash(chosen, email);
  }

  private async change(
    tx: Tx,
    operator: OperatorIdentity,
    passwordHash: string,
    proof: PasswordProof,
  ): Promise<SessionToken> {
    const { operatorId, sessionId } = operator;
    const now = this.clock.now();
    const changes = { passwordHash, passwordSetAt: now };
    if (!(await this.operators.replacePassword(tx, operatorId, proof.passwordHash, changes)))
      throw authErrors.WRONG_PASSWORD();
    const session = sessionId === null ? null : await this.sessions.find(sessionId, tx);
    if (session === null) throw commonErrors.UNAUTHORIZED();
    await this.attempts.delete(tx, proof.pair);
    await this.sessions.deleteAll(tx, operatorId);
    const ended = await this.keys.revokeAll(tx, operatorId, now);
    await this.audit.append(tx, {
      action: 'operator.changed',
      actor: operatorActor(operator),
      target: { type: 'operator', id: operatorId },
      details: { changed: ['password'], keys_revoked: ended },
    });
    return this.starting.start(tx, operatorId, session.expiresAt);
  }
}
