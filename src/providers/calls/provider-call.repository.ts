import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { traceparentHere } from '../../common/tracing';
import { prepared, type Tx } from '../../database';
import { ProviderCall } from './provider-call.entity';
import type { CallStatus } from './provider-call.transitions';
import type { CallKind, CallRef, ProviderCallRecord } from './provider-call.types';

/** How long a caller may be silent before somebody else asks the provider: longer than a call may take. */
export const LEASE_SECONDS = 15;
const RETRY_MAX_SECONDS = 300;

/**
 * 2, 4, 8 … seconds from now, 5 minutes at most. What became of money that was sent is asked after 5 s, 30 s, 2, 10 and 30 minutes,
 * then hourly, for as long as it takes (money contract §15, Unknown outcomes).
 */
const LATER = `now() + make_interval(secs => CASE WHEN kind = 'pay'
  THEN coalesce((ARRAY[5, 30, 120, 600, 1800])[attempts], 3600)
  ELSE least(power(2, least(attempts, 20)), ${RETRY_MAX_SECONDS}) END)`;

/** Calls that nobody made yet, and those that are made again. */
export type CallPool = 'first' | 'repeated';

/** As the partial indexes of what is due say it. */
const POOL_CONDITION: Readonly<Record<CallPool, string>> = {
  first: 'attempts = 0',
  repeated: 'attempts > 0',
};

const IS_DUE = "status = 'pending' AND next_attempt_at <= now()";

const PENDING = prepared(
  `SELECT EXISTS (SELECT FROM provider_calls
                   WHERE merchant_id = $1 AND subject_id = $2 AND status = 'pending' AND kind = ANY ($3)) AS pending`,
);

const SETTLE = prepared(
  `WITH settled AS (
     UPDATE provider_calls SET status = $3, settled_at = $4, failure_code = $5
      WHERE merchant_id = $1 AND id = $2 AND status = 'pending'
     RETURNING account_id, merchant_id, subject_type, subject_id),
   named AS (
     INSERT INTO provider_references (account_id, reference, merchant_id, subject_type, subject_id)
     SELECT account_id, $6::varchar, merchant_id, subject_type, subject_id FROM settled WHERE $6::varchar IS NOT NULL
     ON CONFLICT DO NOTHING)
   SELECT FROM settled`,
);

/** Calls and who works on them. Pending and due means: nobody does. */
@Injectable()
export class ProviderCallRepository {
  async insert(tx: Tx, call: ProviderCallRecord): Promise<void> {
    await tx.insert(ProviderCall, { ...call, traceContext: traceparentHere() });
  }

  /**
   * Whether there is a call that nobody works on, for whoever expects none. Asked for the first of an index's order: for any of
   * them a planner that remembers many would read the whole table.
   */
  async hasDue(tx: Tx): Promise<boolean> {
    const first = Object.values(POOL_CONDITION).map(
      (ofPool) =>
        `(SELECT 1 FROM provider_calls WHERE ${ofPool} AND ${IS_DUE} ORDER BY next_attempt_at LIMIT 1)`,
    );
    const [row] = await tx.query<[{ due: boolean }]>(
      `SELECT coalesce(${first.join(', ')}) IS NOT NULL AS due`,
    );
    return row.due;
  }

  /** Takes up to `limit` calls that nobody works on, the longest due first, but none of these accounts. */
  async claimDue(
    tx: Tx,
    pool: CallPool,
    exceptAccounts: readonly string[],
    limit: number,
  ): Promise<ProviderCall[]> {
    const [refs] = await tx.query<[CallRef[], number]>(
      `WITH due AS (
         SELECT merchant_id, id FROM provider_calls
          WHERE ${POOL_CONDITION[pool]} AND ${IS_DUE} AND account_id <> ALL($1::uuid[])
          ORDER BY next_attempt_at
          LIMIT $2
            FOR UPDATE SKIP LOCKED)
       UPDATE provider_calls AS call
          SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
         FROM due WHERE call.merchant_id = due.merchant_id AND call.id = due.id
       RETURNING call.merchant_id AS "merchantId", call.id`,
      [exceptAccounts, limit],
    );
    return refs.length === 0 ? [] : tx.findBy(ProviderCall, refs);
  }

  /** Reads a call of a subject whose row is locked. */
  async get(tx: Tx, { merchantId, id }: CallRef): Promise<ProviderCall> {
    return tx.findOneByOrFail(ProviderCall, { merchantId, id });
  }

  /** Whether a call of one of these kinds is pending about a subject. */
  async hasPending(
    tx: Tx,
    merchantId: string,
    subjectId: string,
    kinds: readonly CallKind[],
  ): Promise<boolean> {
    const [row] = await tx.query<{ pending: boolean }[]>(PENDING, [merchantId, subjectId, kinds]);
    return row?.pending === true;
  }

  /** How many calls of a kind there were about a subject, whose row is locked. */
  async countOf(tx: Tx, merchantId: string, subjectId: string, kind: CallKind): Promise<number> {
    return tx.countBy(ProviderCall, { merchantId, subjectId, kind });
  }

  /** The calls about some subjects of a merchant, newest first, and how many there are in all. */
  async listOf(
    manager: EntityManager,
    merchantId: string,
    subjectIds: readonly string[],
    limit: number,
  ): Promise<[ProviderCall[], number]> {
    return manager.findAndCount(ProviderCall, {
      where: { merchantId, subjectId: In([...subjectIds]) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  /** What became of some calls of a merchant, by their ids. */
  async listStatuses(
    manager: EntityManager,
    merchantId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, CallStatus>> {
    if (ids.length === 0) return new Map();
    const calls = await manager.find(ProviderCall, {
      select: { id: true, status: true },
      where: { merchantId, id: In([...ids]) },
    });
    return new Map(calls.map(({ id, status }) => [id, status]));
  }

  /**
   * Writes the outcome of a call and what the institution calls its subject, where it said so; false when the call had an outcome
   * already, and nothing was written.
   */
  async settle(
    tx: Tx,
    { merchantId, id, status, settledAt, failureCode }: ProviderCallRecord,
    reference: string | null,
  ): Promise<boolean> {
    const asked = [merchantId, id, status, settledAt, failureCode, reference];
    return (await tx.query<unknown[]>(SETTLE, asked)).length > 0;
  }

  /** Gives a call without a final answer back: it is due again later, or at once when it was hurried while it was asked. */
  async giveBack(tx: Tx, { merchantId, id }: CallRef): Promise<void> {
    await tx.update(
      ProviderCall,
      { merchantId, id, status: 'pending' },
      { nextAttemptAt: () => `CASE WHEN next_attempt_at <= now() THEN next_attempt_at ELSE ${LATER} END` },
    );
  }

  /** Gives a refused call back, to be asked for again as a new request: the old key would answer the old refusal. */
  async repeatLater(tx: Tx, call: ProviderCallRecord, failureCode: string, key: string): Promise<void> {
    const { merchantId, id, key: refused } = call;
    await tx.update(
      ProviderCall,
      { merchantId, id, status: 'pending', key: refused },
      { key, failureCode, refusals: () => 'refusals + 1', nextAttemptAt: () => LATER },
    );
  }

  /** Makes the pending calls about a subject due: there is something new to look up. */
  async hurry(tx: Tx, merchantId: string, subjectId: string): Promise<void> {
    await tx.update(
      ProviderCall,
      { merchantId, subjectId, status: 'pending' },
      { nextAttemptAt: () => 'least(next_attempt_at, now())' },
    );
  }
}
