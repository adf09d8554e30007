import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared, type Reading, type Tx } from '../database';
import type { Term } from './terms.types';

/** More than anybody reads. */
const MAX_UPCOMING = 1_000;

const COLUMNS = `id, merchant_id AS "merchantId", kind, payment_method AS "paymentMethod", brand, installments,
  withdrawal_method AS "withdrawalMethod", dispute_kind AS "disputeKind", conditions, effective_from AS "effectiveFrom"`;

/** What terms are for. */
const KEY = 'merchant_id, kind, payment_method, brand, installments, withdrawal_method, dispute_kind';

/** A merchant's own and the platform's; with a null merchant the platform's alone. */
const ofMerchant = (id: string): string => `(terms.merchant_id = ${id} OR terms.merchant_id IS NULL)`;

/** How many are asked for is hidden from the planner (decision 0028). */
const BEGUN = prepared(
  `SELECT asked.place::int, begun.*
     FROM unnest((SELECT $1::uuid[]), $2::timestamptz[]) WITH ORDINALITY AS asked (merchant, at, place)
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (${KEY}) ${COLUMNS}
        FROM terms WHERE ${ofMerchant('asked.merchant')} AND effective_from <= asked.at
       ORDER BY ${KEY}, effective_from DESC, id DESC) AS begun`,
);

/** Whose terms at which moment. */
export interface BegunTerms {
  readonly merchantId: string | null;
  readonly at: Date;
}

/** Terms as they are stored. They have no entity: they come by one statement, and nothing is ever saved again. */
@Injectable()
export class TermRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of each key and owner the newest that had begun at a moment, for each that is asked for. */
  async listBegun(
    asked: readonly BegunTerms[],
    on: Reading = this.dataSource.manager,
  ): Promise<readonly Term[][]> {
    const begun = asked.map((): Term[] => []);
    const rows = await on.query<(Term & { place: number })[]>(BEGUN, [
      asked.map(({ merchantId }) => merchantId),
      asked.map(({ at }) => at),
    ]);
    for (const { place, ...term } of rows) begun[place - 1]?.push(term);
    return begun;
  }

  /** What begins later, the next first. */
  async listUpcoming(merchantId: string | null, after: Date): Promise<Term[]> {
    return this.dataSource.manager.query<Term[]>(
      `SELECT ${COLUMNS} FROM terms WHERE ${ofMerchant('$1::uuid')} AND effective_from > $2::timestamptz
        ORDER BY effective_from, id LIMIT ${MAX_UPCOMING}`,
      [merchantId, after],
    );
  }

  async find(tx: Tx, id: string): Promise<Term | null> {
    const [found] = await tx.query<Term[]>(`SELECT ${COLUMNS} FROM terms WHERE id = $1`, [id]);
    return found ?? null;
  }

  async insert(tx: Tx, terms: readonly Term[], createdAt: Date): Promise<void> {
    const column = <Name extends keyof Term>(name: Name): Term[Name][] => terms.map((term) => term[name]);
    await tx.query(
      `INSERT INTO terms (id, merchant_id, kind, payment_method, brand, installments, withdrawal_method, dispute_kind,
                          conditions, effective_from, created_at)
       SELECT row.id, row.merchant_id, row.kind, row.payment_method, row.brand, row.installments, row.withdrawal_method,
              row.dispute_kind, row.conditions, row.effective_from, $11::timestamptz
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[],
                     $9::jsonb[], $10::timestamptz[])
           AS row (id, merchant_id, kind, payment_method, brand, installments, withdrawal_method, dispute_kind, conditions,
                   effective_from)`,
      [
        column('id'),
        column('merchantId'),
        column('kind'),
        column('paymentMethod'),
        column('brand'),
        column('installments'),
        column('withdrawalMethod'),
        column('disputeKind'),
        column('conditions').map((conditions) => JSON.stringify(conditions)),
        column('effectiveFrom'),
        createdAt,
      ],
    );
  }

  /** Answers what is gone. What begins within a second stays: whoever reads terms meanwhile may have met it. */
  async deleteFuture(tx: Tx, id: string): Promise<Term | null> {
    const [[gone]] = await tx.query<[Term[], number]>(
      `DELETE FROM terms WHERE id = $1 AND effective_from > now() + interval '1 second' RETURNING ${COLUMNS}`,
      [id],
    );
    return gone ?? null;
  }
}
