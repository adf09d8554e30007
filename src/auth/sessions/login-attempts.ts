import { Injectable } from '@nestjs/common';
import { isIPv6 } from 'node:net';
import { DataSource } from 'typeorm';
import { Clock } from '../../common';
import type { Tx } from '../../database';

/** contract §8: ten failures lock the pair of e-mail and address for 30 minutes. */
export const MAX_TRIES = 10;
export const LOCK_MINUTES = 30;

/** More pairs than this are forgotten, those with the fewest tries first: whoever has that many addresses gains nothing. */
const MAX_PAIRS = 100_000;

/** Who tries to log in, from where. */
export interface Pair {
  readonly email: string;
  readonly address: string;
}

/**
 * Wrong codes after the right password are counted once more, wherever they come from: ten for each address would be as
 * many as a thief of the password has addresses.
 */
const ANYWHERE = '*';

/**
 * Counts the tries of each pair. A try is counted before it is looked at: however many come at once, no more than ten
 * are, and what is forgotten is forgotten by a success or by time, never by a race.
 */
@Injectable()
export class LoginAttempts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** True when this try may be looked at; a locked pair is told nothing, and its lock gets no longer. */
  take(pair: Pair): Promise<boolean> {
    return this.count(this.dataSource, pair);
  }

  /** After the right password with a wrong code. */
  async countWrongCode(tx: Tx, email: string): Promise<void> {
    await this.count(tx, { email, address: ANYWHERE });
  }

  /** True while so many codes were wrong that not even the right one counts. */
  async areCodesLocked(tx: Tx, email: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM login_attempts WHERE email = $1 AND address = $2 AND tries >= $3 AND expires_at > $4',
      [email, ANYWHERE, MAX_TRIES, this.clock.now()],
    );
    return rows.length > 0;
  }

  private async count(by: Pick<Tx, 'query'>, { email, address }: Pair): Promise<boolean> {
    const rows = await by.query<{ tries: number }[]>(
      `INSERT INTO login_attempts AS a (email, address, tries, expires_at)
       VALUES ($1, $2, 1, $3::timestamptz + make_interval(mins => $4))
       ON CONFLICT (email, address) DO UPDATE
         SET tries = CASE WHEN a.expires_at <= $3 THEN 1 ELSE least(a.tries + 1, $5 + 1) END,
             expires_at = CASE WHEN a.expires_at > $3 AND a.tries >= $5 THEN a.expires_at ELSE excluded.expires_at END
       RETURNING tries`,
      [email, address, this.clock.now(), LOCK_MINUTES, MAX_TRIES],
    );
    return rows[0] !== undefined && rows[0].tries <= MAX_TRIES;
  }

  /** After a success. */
  async forget(tx: Tx, { email, address }: Pair): Promise<void> {
    await tx.query('DELETE FROM login_attempts WHERE email = $1 AND address IN ($2, $3)', [
      email,
      address,
      ANYWHERE,
    ]);
  }

  /** An administrator lets somebody try again, from wherever. */
  async unlock(tx: Tx, email: string): Promise<void> {
    await tx.query('DELETE FROM login_attempts WHERE email = $1', [email]);
  }

  /** Until when each of these e-mails is locked somewhere; those that are not are left out. */
  async lockedUntil(emails: readonly string[], tx?: Tx): Promise<Map<string, Date>> {
    const rows = await (tx ?? this.dataSource).query<{ email: string; until: Date }[]>(
      `SELECT email, max(expires_at) AS until FROM login_attempts
       WHERE email = ANY ($1) AND tries >= $2 AND expires_at > $3 GROUP BY email`,
      [emails, MAX_TRIES, this.clock.now()],
    );
    return new Map(rows.map(({ email, until }) => [email, until]));
  }

  /** For the scheduled job. */
  async sweep(tx: Tx): Promise<void> {
    await tx.query('DELETE FROM login_attempts WHERE expires_at <= $1', [this.clock.now()]);
    await tx.query(
      `DELETE FROM login_attempts WHERE (email, address) IN (
         SELECT email, address FROM login_attempts ORDER BY tries DESC, expires_at DESC OFFSET $1)`,
      [MAX_PAIRS],
    );
  }
}

/** The address as it is counted: of IPv6 the first 64 bits, because the rest is the client's to choose. */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address.slice(0, 45);
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 ending fills two groups.
  const groupsOf = (groups: readonly string[]) =>
    groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groupsOf(left) - groupsOf(right));
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
