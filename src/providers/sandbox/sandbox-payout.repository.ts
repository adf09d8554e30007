import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Tx } from '../../database';
import { SandboxFaultRepository } from './sandbox-fault.repository';
import { SandboxReportRepository } from './reports/sandbox-report.repository';
import { type Query, queryOf } from './sandbox.repository';

/** How often somebody has to ask what became of a slow payout (money contract §20, Sandbox). */
const ASKED_UNTIL_PAID = 2;

/** Money that came back, as the sandbox tells it. */
export interface SandboxReturn {
  readonly id: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly at: Date;
  readonly accountId: string;
}

const COLUMNS = `r.id, r.reference, r.amount_cents::float8 AS "amountCents", r.reason, r.at, p.account_id AS "accountId"
  FROM sandbox_provider.payout_returns r JOIN sandbox_provider.payouts p USING (reference)`;

/** What the sandbox paid out, and what came back of it, in its own books. */
@Injectable()
export class SandboxPayoutRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly faults: SandboxFaultRepository,
    private readonly reports: SandboxReportRepository,
  ) {}

  /** Sends money; part of `once`. A slow one is paid when it was asked about often enough. */
  async pay(
    query: Query,
    payout: {
      readonly reference: string;
      readonly accountId: string;
      readonly amountCents: number;
      readonly isSlow: boolean;
      readonly at: Date;
    },
  ): Promise<void> {
    const { reference, accountId, amountCents, isSlow, at } = payout;
    await query(
      `INSERT INTO sandbox_provider.payouts (reference, account_id, amount_cents, state, paid_at) VALUES ($1, $2, $3, $4, $5)`,
      [reference, accountId, amountCents, isSlow ? 'processing' : 'paid', isSlow ? null : at],
    );
    await this.reports.notePayout(query, reference, at);
  }

  /** Somebody asks about a payout; answers when it was paid, or null. */
  async ask(reference: string, at: Date): Promise<Date | null> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ paidAt: Date | null }[], number]>(
        `UPDATE sandbox_provider.payouts
            SET asked = asked + 1, state = CASE WHEN asked + 1 >= ${ASKED_UNTIL_PAID} THEN 'paid' ELSE state END,
                paid_at = CASE WHEN asked + 1 >= ${ASKED_UNTIL_PAID} THEN coalesce(paid_at, $2) END
          WHERE reference = $1 RETURNING paid_at AS "paidAt"`,
        [reference, at],
      );
      await this.reports.notePayout((sql, params) => manager.query(sql, [...params]), reference, at);
      return rows[0]?.paidAt ?? null;
    });
  }

  /** Takes money back that was paid, to be told after a while; null: more than is left of it. In the caller's transaction, or as part of `once`. */
  async giveBack(query: Query, wanted: NewReturn, delayMs = 0): Promise<SandboxReturn | null> {
    const changed = await query<{ cents: number }>(
      `WITH paid AS (
         SELECT amount_cents - returned_cents AS rest FROM sandbox_provider.payouts
          WHERE reference = $1 AND state = 'paid' FOR UPDATE),
       changed AS (
         UPDATE sandbox_provider.payouts SET returned_cents = returned_cents + coalesce($2::bigint, paid.rest)
           FROM paid WHERE reference = $1 AND coalesce($2::bigint, paid.rest) BETWEEN 1 AND paid.rest
         RETURNING coalesce($2::bigint, paid.rest) AS cents)
       INSERT INTO sandbox_provider.payout_returns (id, reference, amount_cents, reason, at, due_at)
       SELECT $3, $1, cents, $4, $5, now() + make_interval(secs => $6::float8 / 1000) FROM changed
       RETURNING amount_cents::float8 AS cents`,
      [wanted.reference, wanted.amountCents, wanted.id, wanted.reason, wanted.at, delayMs],
    );
    if (changed[0] === undefined) return null;
    await this.reports.notePayoutReturn(query, wanted.id, wanted.at);
    const [written] = await query<SandboxReturn>(`SELECT ${COLUMNS} WHERE r.id = $1`, [wanted.id]);
    return written ?? null;
  }

  /** As giveBack, in a larger transaction; `late`: it is told later by itself. */
  async giveBackIn(tx: Tx, wanted: NewReturn): Promise<{ written: SandboxReturn; late: boolean } | null> {
    const late = await this.faults.take('payout_returned', wanted.reference, ['late'], tx);
    const written = await this.giveBack(queryOf(tx), wanted, late?.delayMs);
    return written === null ? null : { written, late: late !== null };
  }

  /** What came back and was not told yet. */
  async findDue(limit: number): Promise<SandboxReturn[]> {
    return this.dataSource.query<SandboxReturn[]>(
      `SELECT ${COLUMNS} WHERE delivered_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1`,
      [limit],
    );
  }

  /** It was told, and is told no more, unless the sandbox was told to tell it twice. */
  async markDelivered(
    { id, reference }: SandboxReturn,
    on: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const again = await this.faults.take('payout_returned', reference, ['twice'], on);
    await on.query(
      `UPDATE sandbox_provider.payout_returns SET delivered_at = CASE WHEN $2 THEN NULL ELSE now() END WHERE id = $1`,
      [id, again !== null],
    );
  }

  /** It could not be told: others come first. */
  async postpone(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox_provider.payout_returns SET due_at = now() + interval '1 second' WHERE id = $1`,
      [id],
    );
  }
}

/** A return that is to be written. */
export interface NewReturn {
  readonly id: string;
  readonly reference: string;
  /** Null: all that is left. */
  readonly amountCents: number | null;
  readonly reason: string;
  readonly at: Date;
}
