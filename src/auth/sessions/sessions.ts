import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { Clock, IdGenerator, Randomness } from '../../common';
import { keyedHash } from '../../common/crypto';
import { commonErrors } from '../../common/errors';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { Authenticator } from '../credentials/authenticator';
import type { OperatorIdentity } from '../identity';
import { OperatorSession } from './operator-session.entity';
import type { SessionToken } from './session-cookie';
import { ABSOLUTE_HOURS, IDLE_MINUTES } from './session-times';

const TOKEN_BYTES = 32;
const MINUTE_MS = 60_000;
/** Of one operator; the one unused for the longest ends when there would be more. */
const MAX_SESSIONS = 100;

/** What the pages are told of the session and of whoever is logged in. */
export interface SessionFacts {
  readonly operatorId: string;
  readonly email: string;
  readonly role: string;
  readonly totpEnabled: boolean;
  readonly recoveryCodesLeft: number;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}

/** Operators' sessions: rows in PostgreSQL, so that every API process knows them and their end. */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly authenticator: Authenticator,
  ) {}

  /** The token exists in the answer alone; a keyed hash of it is stored. */
  async start(tx: Tx, operatorId: string): Promise<SessionToken> {
    const now = this.clock.now();
    const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
    const token = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
    const { keyId, mac } = keyedHash(this.config.crypto.pepper, token);
    const sessionId = this.ids.next();
    await tx.query(
      `DELETE FROM operator_sessions WHERE id IN (
         SELECT id FROM operator_sessions WHERE operator_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
      [operatorId, MAX_SESSIONS - 1],
    );
    await tx.insert(OperatorSession, {
      id: sessionId,
      operatorId,
      tokenMac: mac,
      pepperId: keyId,
      createdAt: now,
      lastSeenAt: now,
      idleExpiresAt: after(IDLE_MINUTES),
      expiresAt: after(ABSOLUTE_HOURS * 60),
    });
    return { sessionId, token };
  }

  /** False when it had ended already. */
  async end(tx: Tx, sessionId: string): Promise<boolean> {
    const { affected } = await tx.delete(OperatorSession, { id: sessionId });
    return affected === 1;
  }

  /** All of an operator's sessions, or all but one; on every process within a second. */
  async endAll(tx: Tx, operatorId: string, but: string | null = null): Promise<void> {
    await tx.delete(OperatorSession, but === null ? { operatorId } : { operatorId, id: Not(but) });
  }

  /** This process need not wait for its memory to fade. */
  forget(sessionId: string): void {
    this.authenticator.forgetSession(sessionId);
  }

  /** Throws UNAUTHORIZED when it has just ended. */
  async facts(identity: Pick<OperatorIdentity, 'sessionId'>, tx?: Tx): Promise<SessionFacts> {
    const rows = await (tx ?? this.dataSource).query<SessionFacts[]>(
      `SELECT o.id AS "operatorId", o.email, o.role, o.totp_confirmed_at IS NOT NULL AS "totpEnabled",
              (SELECT count(*)::int FROM operator_recovery_codes c
                WHERE c.operator_id = o.id AND c.used_at IS NULL) AS "recoveryCodesLeft",
              s.idle_expires_at AS "idleExpiresAt", s.expires_at AS "expiresAt"
         FROM operator_sessions s JOIN operators o ON o.id = s.operator_id WHERE s.id = $1`,
      [identity.sessionId],
    );
    if (rows[0] === undefined) throw commonErrors.UNAUTHORIZED();
    return rows[0];
  }

  /** For the scheduled job. */
  async sweep(tx: Tx): Promise<void> {
    await tx.query('DELETE FROM operator_sessions WHERE idle_expires_at <= $1', [this.clock.now()]);
  }
}
