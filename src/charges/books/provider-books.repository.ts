import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';

/** What our books say of a payment that an institution may know. */
export interface BookedPayment {
  readonly chargeId: string;
  readonly reference: string;
  readonly status: string;
  readonly capturedCents: number;
  readonly refundedCents: number;
  /** Payments that were not taken: the institution has had them too. */
  readonly notTakenCents: number;
  readonly returnedCents: number;
  /** Something is being asked of the institution, or told by it: both will agree later. */
  readonly isMoving: boolean;
  readonly changedAt: Date;
}

/** The sums of one charge. A call that goes on, or a notification of the account that was not taken yet, moves it still. */
const BOOKED = `
  SELECT c.id AS "chargeId", c.provider_reference AS reference, c.status, c.updated_at AS "changedAt",
         c.amount_captured_cents::float8 AS "capturedCents", c.amount_refunded_cents::float8 AS "refundedCents",
         coalesce(returned.all_cents, 0)::float8 AS "notTakenCents",
         coalesce(returned.made_cents, 0)::float8 AS "returnedCents",
         c.amount_refund_reserved_cents <> c.amount_refunded_cents OR EXISTS (
           SELECT 1 FROM provider_calls call
            WHERE call.merchant_id = c.merchant_id AND call.subject_id = c.id AND call.status = 'pending') AS "isMoving"
    FROM charges c
    LEFT JOIN LATERAL (
      SELECT sum(p.amount_cents) AS all_cents, sum(p.amount_cents) FILTER (WHERE call.status = 'succeeded') AS made_cents
        FROM returned_payments p
        JOIN provider_calls call ON call.merchant_id = p.merchant_id AND call.id = p.call_id
       WHERE p.merchant_id = c.merchant_id AND p.charge_id = c.id) returned ON true`;

/** Our side of what an institution's books are compared with, as one snapshot sees it. */
@Injectable()
export class ProviderBooksRepository {
  /** The accounts that charges were made with. */
  async listAccounts(snapshot: Reading): Promise<{ readonly id: string; readonly adapter: string }[]> {
    return snapshot.query<{ id: string; adapter: string }[]>(
      `SELECT a.id, a.adapter FROM provider_accounts a
        WHERE EXISTS (SELECT 1 FROM provider_references r WHERE r.account_id = a.id AND r.subject_type = 'charge')`,
    );
  }

  /** The charges that an account's institution knows by these names. */
  async listNamed(
    snapshot: Reading,
    accountId: string,
    references: readonly string[],
  ): Promise<BookedPayment[]> {
    return snapshot.query<BookedPayment[]>(
      `${BOOKED}
        JOIN provider_references named ON named.merchant_id = c.merchant_id AND named.subject_id = c.id
       WHERE named.account_id = $1 AND named.reference = ANY($2)`,
      [accountId, references],
    );
  }

  /** A page of the charges of an account of which there must be money at its institution, in the order of their ids. */
  async listPaid(
    snapshot: Reading,
    accountId: string,
    after: string,
    limit: number,
  ): Promise<BookedPayment[]> {
    return snapshot.query<BookedPayment[]>(
      `${BOOKED}
       WHERE c.provider_account_id = $1 AND c.id > $2
         AND (c.amount_captured_cents > 0 OR c.status = 'authorized')
       ORDER BY c.id LIMIT $3`,
      [accountId, after, limit],
    );
  }
}
