import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reading, Tx } from '../../database';

/** contract §8: ten failures lock the pair of e-mail and address for 30 minutes. */
export const MAX_TRIES = 10;
export const LOCK_MINUTES = 30;

/** More pairs than this are forgotten, those with the fewest tries first: whoever has that many addresses gains nothing. */
const MAX_PAIRS = 100_000;

/**
 * Wrong codes after the right password are counted once more, wherever they come from: ten for each address would be as
 * many as a thief of the password has addresses.
 */
const ANYWHERE = '*';

/** Who tries to log in, from where. */
export interface LoginPair {
  readonly email: string;
  readonly address: string;
}

/**
 * The tries of each pair. A try is counted before it is looked at: however many come at once, no more
 * than ten are, and what is forgotten is forgotten by a success or by time, never by a race.
 */
@Injectable()
export class LoginAttemptRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** True while this try may be looked at; a locked pair learns nothing, and its lock gets no longer. */
  async count(tx: Tx, { email, address }: LoginPair, now: Date): Promise<boolean> {
    const rows = await tx.query<{ tries: number }[]>(
      `INSERT INTO login_attempts AS a (email, address, tries, expires_at)
       VALUES ($1, $2, 1, $3::timestamptz + make_interval(mins => $4))
       ON CONFLICT (email, address) DO UPDATE
         SET tries = CASE WHEN a.expires_at <= $3 THEN 1 ELSE least(a.tries + 1, $5 + 1) END,
             expires_at = CASE WHEN a.expires_at > $3 AND a.tries >= $5 THEN a.expires_at ELSE excluded.expires_at END
       RETURNING tries`,
      [email, address, now, LOCK_MINUTES, MAX_TRIES],
    );
    return rows[0] !== undefined && rows[0].tries <= MAX_TRIES;
  }

  /** After the right password with a wrong code. */
  async countWrongCode(tx: Tx, email: string, now: Date): Promise<void> {
    await this.count(tx, { email, address: ANYWHERE }, now);
  }

  /** True while so many codes were wrong that not even the right one counts. */
  async areCodesLocked(tx: Tx, email: string, now: Date): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM login_attempts WHERE email = $1 AND address = $2 AND tries >= $3 AND expires_at > $4',
      [email, ANYWHERE, MAX_TRIES, now],
    );
    return rows.length > 0;
  }

  /** Until when each of these e-mails is locked somewhere; those that are not are left out. */
  async findLocked(
    emails: readonly string[],
    now: Date,
    on: Reading = this.dataSource.manager,
  ): Promise<Map<string, Date>> {
    const rows = await on.query<{ email: string; until: Date }[]>(
      `SELECT email, max(expires_at) AS until FROM login_attempts
       WHERE email = ANY ($1) AND tries >= $2 AND expires_at > $3 GROUP BY email`,
      [emails, MAX_TRIES, now],
    );
    return new Map(rows.map(({ email, until }) => [email, until]));
  }

  /** After a success. */
  async delete(tx: Tx, { email, address }: LoginPair): Promise<void> {
    await tx.query('DELETE FROM login_attempts WHERE email = $1 AND address IN ($2, $3)', [
      email,
      address,
      ANYWHERE,
    ]);
  }

  /** An administrator lets somebody try again, from wherever. */
  async deleteAll(tx: Tx, email: string): Promise<void> {
    await tx.query('DELETE FROM login_attempts WHERE email = $1', [email]);
  }

  /** What no longer counts, and what is beyond the table's bound; `limit` of each at most. Returns how many of the one that has more. */
  async deleteEnded(tx: Tx, now: Date, limit: number): Promise<number> {
    const [, ended] = await tx.query<[unknown, number]>(
      `DELETE FROM login_attempts WHERE (email, address) IN (
         SELECT email, address FROM login_attempts WHERE expires_at <= $1 LIMIT $2)`,
      [now, limit],
    );
    const [, beyond] = await tx.query<[unknown, number]>(
      `DELETE FROM login_attempts WHERE (email, address) IN (
         SELECT email, address FROM login_attempts ORDER BY tries DESC, expires_at DESC OFFSET $1 LIMIT $2)`,
      [MAX_PAIRS, limit],
    );
    return Math.max(ended, beyond);
  }
}
