import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type ClaimParameters, unrepeated } from '../../common/http';
import { columnsOf, prepared, type Tx, unnestColumns } from '../../database';
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

/** How many are asked for is hidden from the planner (decision 0028). */
const PENDING = prepared(
  `SELECT DISTINCT call.subject_id AS id
     FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS subject (merchant_id, id)
     JOIN provider_calls AS call ON call.merchant_id = subject.merchant_id AND call.subject_id = subject.id
    WHERE call.status = 'pending' AND call.kind = ANY ($3)`,
);

/** How many there are is hidden from the planner (decision 0028). */
const SETTLE = prepared(
  `WITH settled AS (
     UPDATE provider_calls AS call SET status = new.status, settled_at = new.settled_at, failure_code = new.failure_code
       FROM unnest((SELECT $1::uuid[]), $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::varchar[])
              AS new (merchant_id, id, status, settled_at, failure_code, reference)
      WHERE call.merchant_id = new.merchant_id AND call.id = new.id AND call.status = 'pending'
     RETURNING call.account_id, call.merchant_id, call.id, call.subject_type, call.subject_id, new.reference),
   named AS (
     INSERT INTO provider_references (account_id, reference, merchant_id, subject_type, subject_id)
     SELECT account_id, reference, merchant_id, subject_type, subject_id FROM settled WHERE reference IS NOT NULL
     ON CONFLICT DO NOTHING)
   SELECT id FROM settled`,
);

/** A call with its outcome, and what the institution calls its subject, where it said so. */
export interface SettledCall {
  readonly call: ProviderCallRecord;
  readonly reference: string | null;
}

/** Calls and who works on them. Pending and due means: nobody does. */
@Injectable()
export class ProviderCallRepository {
  private insertUnrepeatedStatement: string | null = null;

  async insert(tx: Tx, call: ProviderCallRecord): Promise<void> {
    await tx.insert(ProviderCall, call);
  }

  /**
   * Writes new calls with the keys of the requests that ask for them, of those whose key nobody had before; answers the ids of these.
   * @param claims the key of each at its place
   */
  async insertUnrepeated(
    tx: Tx,
    calls: readonly ProviderCallRecord[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    this.insertUnrepeatedStatement ??= insertUnrepeatedText(tx);
    const inserted = await tx.query<{ id: string }[]>(this.insertUnrepeatedStatement, [
      ...columnsOf(calls, CALL),
      ...claims,
    ]);
    return new Set(inserted.map(({ id }) => id));
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

  /** About which of these subjects a call of one of these kinds is pending. */
  async listPending(
    tx: Tx,
    subjects: readonly CallRef[],
    kinds: readonly CallKind[],
  ): Promise<ReadonlySet<string>> {
    const pending = await tx.query<{ id: string }[]>(PENDING, [
      subjects.map(({ merchantId }) => merchantId),
      subjects.map(({ id }) => id),
      kinds,
    ]);
    return new Set(pending.map(({ id }) => id));
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

  /** Writes outcomes; answers the ids of the calls that had none before. Of the others nothing is written. */
  async settle(tx: Tx, settled: readonly SettledCall[]): Promise<ReadonlySet<string>> {
    const first = await tx.query<{ id: string }[]>(SETTLE, [
      settled.map(({ call }) => call.merchantId),
      settled.map(({ call }) => call.id),
      settled.map(({ call }) => call.status),
      settled.map(({ call }) => call.settledAt),
      settled.map(({ call }) => call.failureCode),
      settled.map(({ reference }) => reference),
    ]);
    return new Set(first.map(({ id }) => id));
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

/** All of a call, its id first. */
const CALL = [
  'id',
  'merchantId',
  'subjectType',
  'subjectId',
  'accountId',
  'kind',
  'status',
  'amountCents',
  'key',
  'attempts',
  'refusals',
  'nextAttemptAt',
  'idempotencyScope',
  'failureCode',
  'traceContext',
  'createdAt',
  'settledAt',
] as const satisfies readonly (keyof ProviderCall)[];

/** What CALL names, then the parameters of the keys. */
function insertUnrepeatedText(manager: EntityManager): string {
  const calls = unnestColumns(manager, ProviderCall, CALL, 1, 'new');
  const names = calls.slice(calls.lastIndexOf('(') + 1, -1);
  return prepared(
    `WITH ${unrepeated('$1', CALL.length + 1)}
     INSERT INTO provider_calls (${names})
     SELECT ${names} FROM ${calls} WHERE id IN (SELECT id FROM unrepeated) RETURNING id`,
  );
}
