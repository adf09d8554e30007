import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { Metrics } from '../../common/metrics';
import { TxRunner } from '../../database';
import { normaliseEmail, Operator } from '../operators/operator.entity';
import { Passwords } from '../operators/passwords';
import { type FactorFacts, SecondFactor, type ShownFactor } from '../second-factor/second-factor';
import { countedAddress, LoginAttempts, type Pair } from './login-attempts';
import type { SessionToken } from './session-cookie';
import { type SessionFacts, Sessions } from './sessions';

const REFUSED =
  'The log-in was refused: check e-mail, password and code. After ten failures it stays locked for 30 minutes.';

const OUTCOMES = ['succeeded', 'locked', 'unknown', 'disabled', 'wrong_password', 'wrong_code'] as const;
type Outcome = (typeof OUTCOMES)[number];

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly code: string | null;
  readonly address: string;
  /** The session that this browser had until now. */
  readonly replaces: string | null;
}

interface Candidate extends FactorFacts {
  readonly passwordHash: string;
  readonly disabledAt: Date | null;
}

/**
 * Logs operators in. Whatever is wrong, the answer is the same and so is the work: the try is counted, the operator
 * looked up, one password verified (nobody's where none may be), one entry written to the audit log.
 */
@Injectable()
export class LogIn {
  private readonly outcomes;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly attempts: LoginAttempts,
    private readonly passwords: Passwords,
    private readonly secondFactor: SecondFactor,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('repasse_log_ins_total', "Operators' log-ins by outcome", ['outcome']);
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
  }

  /** Throws UNAUTHORIZED, the same for every reason. */
  async run(input: LogInInput): Promise<{ token: SessionToken; facts: SessionFacts }> {
    const pair = { email: normaliseEmail(input.email), address: countedAddress(input.address) };
    const mayTry = await this.attempts.take(pair);
    const found = await this.find(pair.email);
    const candidate = mayTry && found?.disabledAt === null ? found : null;
    const isRight = await this.passwords.verify(candidate?.passwordHash ?? null, input.password);
    const factor = candidate === null ? null : this.secondFactor.check(candidate, input.code);
    let outcome = reasonOf(mayTry, found, isRight);
    if (candidate !== null && isRight && factor !== null) {
      const started = await this.start(candidate, factor, pair, input.replaces);
      if (started !== null && started !== 'locked') {
        this.outcomes.inc({ outcome: 'succeeded' });
        return started;
      }
      outcome = started ?? outcome;
    }
    const guessed = outcome === 'wrong_code' && input.code !== null;
    await this.refuse(outcome, pair, found, guessed);
    this.outcomes.inc({ outcome });
    throw commonErrors.UNAUTHORIZED({ message: REFUSED });
  }

  private async find(email: string): Promise<Candidate | null> {
    const rows = await this.dataSource.query<Candidate[]>(
      `SELECT o.id, o.password_hash AS "passwordHash", o.disabled_at AS "disabledAt",
              o.totp_secret_box AS "totpSecretBox", o.totp_confirmed_at AS "totpConfirmedAt",
              o.totp_last_step::int AS "totpLastStep",
              coalesce((SELECT json_agg(json_build_object(
                  'position', c.position, 'code_mac', encode(c.code_mac, 'hex'), 'pepper_id', c.pepper_id))
                FROM operator_recovery_codes c WHERE c.operator_id = o.id AND c.used_at IS NULL), '[]') AS codes
         FROM operators o WHERE o.email = $1`,
      [email],
    );
    const row = rows[0] as (Candidate & { codes: StoredHexCode[] }) | undefined;
    if (row === undefined) return null;
    const recoveryCodes = row.codes.map((code) => ({ ...code, code_mac: Buffer.from(code.code_mac, 'hex') }));
    return { ...row, recoveryCodes };
  }

  /** Null when what was verified no longer holds: changed, disabled or used up by another log-in meanwhile. */
  private start(
    candidate: Candidate,
    factor: ShownFactor,
    pair: Pair,
    replaces: string | null,
  ): Promise<{ token: SessionToken; facts: SessionFacts } | 'locked' | null> {
    return this.transactions.run(async (tx) => {
      const operator = await tx.findOne(Operator, {
        where: { id: candidate.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (operator === null || hasChanged(operator, candidate)) return null;
      if (await this.attempts.areCodesLocked(tx, pair.email)) return 'locked';
      if (!(await this.secondFactor.use(tx, operator, factor))) return null;
      await tx.update(Operator, { id: operator.id }, { lastLoginAt: this.clock.now() });
      await this.attempts.forget(tx, pair);
      if (replaces !== null) await this.sessions.end(tx, replaces);
      const token = await this.sessions.start(tx, operator.id);
      await this.audit.append(tx, {
        action: 'session.created',
        actor: { kind: 'operator', id: operator.id, email: operator.email },
        target: { type: 'operator', id: operator.id },
        details: { address: pair.address, second_factor: factor.kind },
      });
      return { token, facts: await this.sessions.facts(token, tx) };
    });
  }

  /** Whoever tried is not known: the system says so, of the operator whose e-mail was used if there is one. */
  private refuse(
    reason: Outcome,
    { email, address }: Pair,
    found: Candidate | null,
    guessedCode: boolean,
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (guessedCode) await this.attempts.countWrongCode(tx, email);
      await this.audit.append(tx, {
        action: 'session.failed',
        actor: SYSTEM_ACTOR,
        ...(found === null ? {} : { target: { type: 'operator', id: found.id } }),
        details: { reason, email, address },
      });
    });
  }
}

interface StoredHexCode {
  readonly position: number;
  readonly code_mac: string;
  readonly pepper_id: string;
}

function reasonOf(mayTry: boolean, found: Candidate | null, isRight: boolean): Outcome {
  if (!mayTry) return 'locked';
  if (found === null) return 'unknown';
  if (found.disabledAt !== null) return 'disabled';
  return isRight ? 'wrong_code' : 'wrong_password';
}

function hasChanged(operator: Operator, verified: Candidate): boolean {
  return (
    operator.disabledAt !== null ||
    operator.passwordHash !== verified.passwordHash ||
    operator.totpConfirmedAt?.getTime() !== verified.totpConfirmedAt?.getTime()
  );
}
