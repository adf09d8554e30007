import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { Metrics } from '../../common/metrics';
import { TxRunner } from '../../database';
import type { SessionToken } from '../authentication/session-cookie.service';
import { normaliseEmail, type Operator } from '../operators/operator.entity';
import { OperatorRepository } from '../operators/operator.repository';
import { PasswordService } from '../operators/password.service';
import { RecoveryCodeRepository } from '../second-factor/recovery-code.repository';
import { SecondFactorService, type ShownFactor } from '../second-factor/second-factor.service';
import { FailedLogInsService } from './failed-log-ins.service';
import { LoginAttemptRepository, type LoginPair } from './login-attempt.repository';
import { LoginFailureRepository } from './login-failure.repository';
import { OperatorSessionRepository, type SessionDetails } from './operator-session.repository';
import { SessionService } from './session.service';

const REFUSED =
  'The log-in was refused: check e-mail, password and code. After ten failures it stays locked for 30 minutes.';

const OUTCOMES = ['succeeded', 'locked', 'unknown', 'disabled', 'wrong_password', 'wrong_code'] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly code: string | null;
  readonly address: string;
  readonly requestId: string;
  /** The session that this browser had until now. */
  readonly replaces: string | null;
}

/** One try of a pair. */
interface Attempt extends LoginPair {
  readonly requestId: string;
}

/** A session that has begun, and its token. */
export interface StartedSession {
  readonly token: SessionToken;
  readonly details: SessionDetails;
}

/**
 * Logs operators in. Whatever is wrong, the answer is the same and so is the work: the try is counted, the operator
 * looked up, one password verified (nobody's where none may be), one failure counted for the audit log.
 */
@Injectable()
export class LogInUseCase {
  private readonly outcomes;

  constructor(
    private readonly operators: OperatorRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly failures: LoginFailureRepository,
    private readonly failedLogIns: FailedLogInsService,
    private readonly sessions: OperatorSessionRepository,
    private readonly passwords: PasswordService,
    private readonly secondFactor: SecondFactorService,
    private readonly starting: SessionService,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('repasse_log_ins_total', "Operators' log-ins by outcome", ['outcome']);
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
  }

  /** Throws UNAUTHORIZED, the same for every reason. */
  async execute(input: LogInInput): Promise<StartedSession> {
    const { address, requestId } = input;
    const pair: Attempt = { email: normaliseEmail(input.email), address, requestId };
    const mayTry = await this.transactions.run((tx) => this.attempts.count(tx, pair, this.clock.now()));
    const found = await this.operators.findByEmail(pair.email);
    const recoveryCodes = await this.recoveryCodes.listLeft(found?.id ?? null);
    const candidate = mayTry && found?.disabledAt === null ? found : null;
    const isRight = await this.failedLogIns.during(pair.address, (isSuspect) =>
      this.passwords.verify(candidate?.passwordHash ?? null, input.password, isSuspect),
    );
    const factor = candidate === null ? null : this.secondFactor.check(candidate, recoveryCodes, input.code);
    let outcome = reasonOf(mayTry, found, isRight);
    if (candidate !== null && isRight && factor !== null) {
      const started = await this.start(candidate, factor, pair, input.replaces);
      if (started !== null && started !== 'locked') {
        this.outcomes.inc({ outcome: 'succeeded' });
        this.failedLogIns.noteSuccess(pair.address);
        return started;
      }
      outcome = started ?? outcome;
    }
    this.failedLogIns.noteFailure(pair.address);
    const guessed = outcome === 'wrong_code' && input.code !== null;
    await this.refuse(outcome, pair, found, guessed);
    this.outcomes.inc({ outcome });
    throw commonErrors.UNAUTHORIZED({ message: REFUSED });
  }

  /** Null when what was verified no longer holds: changed, disabled, or used up by another log-in. */
  private start(
    candidate: Operator,
    factor: ShownFactor,
    pair: Attempt,
    replaces: string | null,
  ): Promise<StartedSession | 'locked' | null> {
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lock(tx, candidate.id);
      if (operator === null || hasChanged(operator, candidate)) return null;
      if (await this.attempts.areCodesLocked(tx, pair.email, this.clock.now())) return 'locked';
      if (!(await this.secondFactor.use(tx, operator, factor))) return null;
      await this.operators.update(tx, operator.id, { lastLoginAt: this.clock.now() });
      await this.attempts.delete(tx, pair);
      if (replaces !== null) await this.sessions.delete(tx, replaces);
      const token = await this.starting.start(tx, operator.id);
      await this.audit.append(tx, {
        action: 'session.created',
        actor: { kind: 'operator', id: operator.id, email: operator.email, requestId: pair.requestId },
        target: { type: 'operator', id: operator.id },
        details: { address: pair.address, second_factor: factor.kind },
      });
      const details = await this.sessions.find(token.sessionId, tx);
      if (details === null) throw new Error('a session that was just started is there');
      return { token, details };
    });
  }

  /**
   * Whoever tried is not known: the system says so, of the operator whose e-mail was used if there is one. What is
   * repeated is counted, and told as one number by the sweep: a flood writes no entry each.
   */
  private refuse(
    reason: Outcome,
    { email, address, requestId }: Attempt,
    found: Operator | null,
    guessedCode: boolean,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (guessedCode) await this.attempts.countWrongCode(tx, email, this.clock.now());
      const kind = { address, reason, email: found?.email ?? '' };
      if (!(await this.failures.count(tx, kind, this.clock.now()))) return;
      await this.audit.append(tx, {
        action: 'session.failed',
        actor: { ...SYSTEM_ACTOR, requestId },
        ...(found === null ? {} : { target: { type: 'operator', id: found.id } }),
        details: { reason, email, address },
      });
    });
  }
}

function reasonOf(mayTry: boolean, found: Operator | null, isRight: boolean): Outcome {
  if (!mayTry) return 'locked';
  if (found === null) return 'unknown';
  if (found.disabledAt !== null) return 'disabled';
  return isRight ? 'wrong_code' : 'wrong_password';
}

function hasChanged(operator: Operator, verified: Operator): boolean {
  return (
    operator.disabledAt !== null ||
    operator.passwordHash !== verified.passwordHash ||
    operator.totpConfirmedAt?.getTime() !== verified.totpConfirmedAt?.getTime()
  );
}
