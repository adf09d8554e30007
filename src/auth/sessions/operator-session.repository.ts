import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import type { Reading, Tx } from '../../database';
import { OperatorSession } from './operator-session.entity';

/** Of one operator; the one unused for the longest ends when there would be more. */
const MAX_SESSIONS = 100;

/** What the pages show of the session and of whoever is logged in. */
export interface SessionDetails {
  readonly operatorId: string;
  readonly email: string;
  readonly role: string;
  readonly totpEnabled: boolean;
  readonly mustChangePassword: boolean;
  readonly recoveryCodesLeft: number;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}

/** The rows of operators' sessions: in PostgreSQL, so that every API process knows them and their end. */
@Injectable()
export class OperatorSessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, on: Reading = this.dataSource.manager): Promise<SessionDetails | null> {
    const rows = await on.query<SessionDetails[]>(
      `SELECT o.id AS "operatorId", o.email, o.role, o.totp_confirmed_at IS NOT NULL AS "totpEnabled",
              o.password_set_at IS NULL AS "mustChangePassword",
              (SELECT count(*)::int FROM operator_recovery_codes c
                WHERE c.operator_id = o.id AND c.used_at IS NULL) AS "recoveryCodesLeft",
              s.idle_expires_at AS "idleExpiresAt", s.expires_at AS "expiresAt"
         FROM operator_sessions s JOIN operators o ON o.id = s.operator_id WHERE s.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Ends the operator's sessions that would be too many. */
  async insert(tx: Tx, session: OperatorSession): Promise<void> {
    await tx.query(
      `DELETE FROM operator_sessions WHERE id IN (
         SELECT id FROM operator_sessions WHERE operator_id = $1 ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
      [session.operatorId, MAX_SESSIONS - 1],
    );
    await tx.insert(OperatorSession, session);
  }

  /** False when it had ended already. */
  async delete(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await tx.delete(OperatorSession, { id });
    return affected === 1;
  }

  /** All of an operator's sessions, or all but one; they end on every process within a second. */
  async deleteAll(tx: Tx, operatorId: string, but: string | null = null): Promise<void> {
    await tx.delete(OperatorSession, but === null ? { operatorId } : { operatorId, id: Not(but) });
  }

  /** Those that have ended by themselves, `limit` at most; returns how many. */
  async deleteEnded(tx: Tx, now: Date, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM operator_sessions
        WHERE id IN (SELECT id FROM operator_sessions WHERE idle_expires_at <= $1 LIMIT $2)`,
      [now, limit],
    );
    return count;
  }
}
