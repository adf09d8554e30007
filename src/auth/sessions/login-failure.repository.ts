import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';

/** Failures count as alike for so long. */
const MINUTES = 5;

/** What failed log-ins have in common that are told together. */
export interface FailureKind {
  readonly address: string;
  readonly reason: string;
  /** The operator's e-mail; empty for all that no operator has. */
  readonly email: string;
}

/** Failed log-ins that are counted instead of told one by one. */
@Injectable()
export class LoginFailureRepository {
  /** True for the first of its kind, which is told at once. */
  async count(tx: Tx, { address, reason, email }: FailureKind, now: Date): Promise<boolean> {
    const rows = await tx.query<{ repeated: number }[]>(
      `INSERT INTO login_failures AS f (address, reason, email, repeated, since) VALUES ($1, $2, $3, 0, $4)
       ON CONFLICT (address, reason, email) DO UPDATE SET repeated = f.repeated + 1
       RETURNING repeated`,
      [address, reason, email, now],
    );
    return rows[0]?.repeated === 0;
  }

  /** Takes away up to `limit` of those whose time is over, and answers them. */
  async deleteEnded(
    tx: Tx,
    now: Date,
    limit: number,
  ): Promise<(FailureKind & { readonly repeated: number })[]> {
    const [rows] = await tx.query<[(FailureKind & { repeated: number })[], number]>(
      `DELETE FROM login_failures WHERE (address, reason, email) IN (
         SELECT address, reason, email FROM login_failures
          WHERE since <= $1::timestamptz - make_interval(mins => $2) LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING address, reason, email, repeated`,
      [now, MINUTES, limit],
    );
    return rows;
  }
}
