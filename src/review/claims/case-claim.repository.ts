import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared, type Reading, type Tx } from '../../database';
import { type CaseKey, columnsOf, statementOfCases } from '../case-key';
import type { LiveClaim } from './claim.response';

/** From when to when a claim lives. */
export interface ClaimSpan {
  readonly now: Date;
  readonly until: Date;
}

/** An operator who is at work on a case; `submerchantId` is as the URL has it. */
export interface WorkOnCase {
  readonly submerchantId: string;
  readonly operatorId: string;
}

/** Takes a free case, or one whose claim is over; keeps a claim of one's own. Answers nothing when another holds it. */
const TAKE = prepared(`
  INSERT INTO case_claims AS claim (merchant_id, submerchant_id, operator_id, claimed_at, expires_at)
  VALUES ($5, $1, $2, $3, $4)
  ON CONFLICT (merchant_id, submerchant_id) DO UPDATE SET
    operator_id = excluded.operator_id,
    claimed_at = CASE WHEN claim.operator_id = excluded.operator_id AND claim.expires_at > excluded.claimed_at
      THEN claim.claimed_at ELSE excluded.claimed_at END,
    expires_at = greatest(claim.expires_at, excluded.expires_at)
  WHERE claim.operator_id = excluded.operator_id OR claim.expires_at <= excluded.claimed_at
  RETURNING claim.claimed_at = $3 AS taken`);

/**
 * None is waited for: whoever holds the row of a claim of theirs has renewed it a moment before, in a statement like this one. How many
 * there are is hidden from the planner (decision 0028).
 */
const RENEW = prepared(`
  WITH live AS (
    SELECT claim.merchant_id, claim.submerchant_id
      FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS worked (submerchant_id, operator_id)
      JOIN case_claims AS claim ON claim.operator_id = worked.operator_id AND claim.submerchant_id = worked.submerchant_id
     WHERE claim.expires_at > $3
       FOR NO KEY UPDATE OF claim SKIP LOCKED)
  UPDATE case_claims AS claim SET expires_at = $4 FROM live
   WHERE claim.merchant_id = live.merchant_id AND claim.submerchant_id = live.submerchant_id`);

const DELETE = statementOfCases(
  (keys) => `DELETE FROM case_claims WHERE (merchant_id, submerchant_id) IN (SELECT * FROM ${keys} AS key)`,
);

interface LiveRow {
  readonly id: string;
  readonly operator_id: string;
  readonly email: string;
  readonly claimed_at: Date;
  readonly expires_at: Date;
}

const LIST_LIVE = statementOfCases(
  (keys) => `
  SELECT claim.submerchant_id AS id, claim.operator_id, operator.email, claim.claimed_at, claim.expires_at
    FROM case_claims claim JOIN operators operator ON operator.id = claim.operator_id
   WHERE (claim.merchant_id, claim.submerchant_id) IN (SELECT * FROM ${keys} AS key) AND claim.expires_at > $3`,
);

/** The statements on claims. */
@Injectable()
export class CaseClaimRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the case was another's or free before; null when another operator holds it, and nothing is written. */
  async take(
    tx: Tx,
    { merchantId, id }: CaseKey,
    operatorId: string,
    { now, until }: ClaimSpan,
  ): Promise<boolean | null> {
    const [claim] = await tx.query<{ taken: boolean }[]>(TAKE, [id, operatorId, now, until, merchantId]);
    return claim?.taken ?? null;
  }

  /** The live claims of these operators live on; nothing happens where there is none. Found by the operator: the URL has no merchant. */
  async renew(tx: Tx, worked: readonly WorkOnCase[], { now, until }: ClaimSpan): Promise<void> {
    await tx.query(RENEW, [
      worked.map(({ submerchantId }) => submerchantId),
      worked.map(({ operatorId }) => operatorId),
      now,
      until,
    ]);
  }

  async delete(tx: Tx, cases: readonly CaseKey[]): Promise<void> {
    await tx.query(DELETE(cases), columnsOf(cases));
  }

  /** Whether something waits for an operator here. */
  async isWaiting(tx: Tx, { merchantId, id }: CaseKey): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      prepared(`SELECT 1 FROM review_queue WHERE merchant_id = $1 AND id = $2`),
      [merchantId, id],
    );
    return rows.length > 0;
  }

  /** The claims in force at a moment, by case; without a manager as the database is now. */
  async listLive(
    cases: readonly CaseKey[],
    now: Date,
    manager: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, LiveClaim>> {
    if (cases.length === 0) return new Map();
    const rows: LiveRow[] = await manager.query(LIST_LIVE(cases), [...columnsOf(cases), now]);
    return new Map(
      rows.map(({ id, operator_id: operatorId, email, claimed_at: claimedAt, expires_at: expiresAt }) => [
        id,
        { operatorId, email, claimedAt, expiresAt },
      ]),
    );
  }
}
