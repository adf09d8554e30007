import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { AppConfig } from '../../../config';
import { isLockTimeout, type Tx, TxRunner } from '../../../database';
import { keyedHash, matchesKeyedHash } from '../../crypto';
import { commonErrors } from '../../errors';
import { withTimeout } from '../../time';
import { ReplayedReply, type Reply } from '../reply';
import type { IdempotencyRequest } from './idempotency-key';

/** contract §1: how long a repeated request waits for the first one. */
const WAIT_MS = 1_000;
const POLL_MS = 50;

interface StoredAnswer {
  readonly request_mac: Buffer;
  readonly mac_key_id: string;
  readonly response_status: number | null;
  readonly response_body: string | null;
}

/** Another request with the same key came first. */
class KeyTaken extends Error {}

/** The first one has not ended in time. */
class StillRunning extends Error {}
const tooEarly = (): Error => new StillRunning();

/**
 * Idempotency-Key (contract §1): the answer is stored in the transaction of the effect, so there is never one
 * without the other (decision 0004). Concurrent requests meet at the primary key: the second waits there for the first's commit.
 */
@Injectable()
export class Idempotency {
  /** The requests of this process that hold their key's row, or wait to. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly config: AppConfig,
  ) {}

  /** Runs the work once per key, in one transaction with the stored answer; repeats get that answer. */
  async run<T>(request: IdempotencyRequest, work: (tx: Tx) => Promise<Reply<T>>): Promise<Reply> {
    if (request.scope === null) return this.transactions.run(work, request.lane);
    const { scope } = request;
    const replay = await this.find(request);
    if (replay !== null) return replay;
    return this.claimed(request, async (tx) => {
      const reply = await work(tx);
      await this.finish(tx, scope, reply);
      return reply;
    });
  }

  /**
   * The answer of an earlier request with this key, or null when there was none. Waits up to a second for one that
   * still runs; throws IDEMPOTENCY_IN_PROGRESS when that is not enough, IDEMPOTENCY_KEY_REUSED for another body.
   */
  async find(request: IdempotencyRequest): Promise<Reply | null> {
    if (request.scope === null) return null;
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const stored = await this.read(request.scope);
      if (stored === null) return null;
      const hash = { keyId: stored.mac_key_id, mac: stored.request_mac };
      if (!matchesKeyedHash(this.config.crypto.pepper, request.body, hash))
        throw commonErrors.IDEMPOTENCY_KEY_REUSED();
      if (stored.response_status !== null)
        return new ReplayedReply(stored.response_status, stored.response_body);
      if (waitedMs >= WAIT_MS) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      await sleep(POLL_MS);
    }
  }

  /**
   * Claims the key in the transaction; throws when another request has it (use `claimed` around the transaction).
   * For work that needs a second transaction: commit after this one, and store the answer later with `finish`.
   */
  async begin(tx: Tx, request: IdempotencyRequest): Promise<void> {
    if (request.scope === null) return;
    const { keyId, mac } = keyedHash(this.config.crypto.pepper, request.body);
    try {
      // The wait for a running first request ends after a second; other locks of the transaction wait as the session says.
      const rows: unknown[] = await tx.query(
        `INSERT INTO idempotency_records (scope, request_mac, mac_key_id, expires_at)
         SELECT $1, $2, $3, now() + make_interval(hours => $4)
         FROM (SELECT set_config('lock_timeout', '${WAIT_MS}', true) AS was) AS timeout WHERE timeout.was IS NOT NULL
         ON CONFLICT (scope) DO UPDATE
           SET request_mac = excluded.request_mac, mac_key_id = excluded.mac_key_id, expires_at = excluded.expires_at,
               response_status = NULL, response_body = NULL
           WHERE idempotency_records.expires_at <= now() AND idempotency_records.response_status IS NOT NULL
         RETURNING set_config('lock_timeout', NULL, true)`,
        [request.scope, mac, keyId, this.config.idempotency.ttlHours],
      );
      if (rows.length === 0) throw new KeyTaken();
    } catch (error) {
      if (isLockTimeout(error)) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      throw error;
    }
  }

  /** Runs a first transaction that claims the key itself; answers the replay when another request had it first. */
  async claimed<T>(request: IdempotencyRequest, work: (tx: Tx) => Promise<T>): Promise<T | Reply> {
    if (request.scope === null) return this.transactions.run(work, request.lane);
    const name = request.scope.toString('base64');
    const replay = await this.waitForFirst(name, request);
    if (replay !== null) return replay;
    const running = this.claim(request, work);
    this.running.set(name, running);
    try {
      return await running;
    } finally {
      this.running.delete(name);
    }
  }

  private async claim<T>(request: IdempotencyRequest, work: (tx: Tx) => Promise<T>): Promise<T | Reply> {
    try {
      return await this.transactions.run(async (tx) => {
        await this.begin(tx, request);
        return work(tx);
      }, request.lane);
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      return this.replayOfTaken(request);
    }
  }

  /**
   * A request with the same key that runs in this process is waited for here, where it costs no connection, and not in the
   * queue for its record. Nothing is awaited between the last look and the caller's own entry.
   */
  private async waitForFirst(name: string, request: IdempotencyRequest): Promise<Reply | null> {
    const begun = performance.now();
    for (let first = this.running.get(name); first !== undefined; first = this.running.get(name)) {
      const leftMs = WAIT_MS - (performance.now() - begun);
      await withTimeout(first, Math.max(0, leftMs), tooEarly).catch((error: unknown) => {
        if (error instanceof StillRunning)
          throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      });
      const replay = await this.find(request);
      if (replay !== null) return replay;
    }
    return null;
  }

  /** Stores the answer of a claimed key, in the transaction of the effect; one that comes late is kept for a day all the same. */
  async finish(tx: Tx, scope: Buffer | null, reply: Reply): Promise<void> {
    if (scope === null) return;
    await tx.query(
      `UPDATE idempotency_records
          SET response_status = $2, response_body = $3,
              expires_at = greatest(expires_at, now() + make_interval(hours => $4))
        WHERE scope = $1`,
      [scope, reply.status, reply.storedText(), this.config.idempotency.ttlHours],
    );
  }

  /** Gives a claimed key back: the request was refused after its first transaction, so its key is not burnt. */
  async release(tx: Tx, scope: Buffer | null): Promise<void> {
    if (scope !== null)
      await tx.query('DELETE FROM idempotency_records WHERE scope = $1 AND response_status IS NULL', [scope]);
  }

  /**
   * Deletes what is older than its 24 hours, `limit` at most; returns how many. A key whose operation is pending stays:
   * it has no answer yet.
   */
  async purgeExpired(tx: Tx, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM idempotency_records WHERE scope IN (
         SELECT scope FROM idempotency_records WHERE expires_at <= now() AND response_status IS NOT NULL
          ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    return count;
  }

  private async replayOfTaken(request: IdempotencyRequest): Promise<Reply> {
    const replay = await this.find(request);
    // Gone again between the two statements: the first one was refused and gave its key back.
    if (replay === null) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
    return replay;
  }

  private async read(scope: Buffer): Promise<StoredAnswer | null> {
    const rows: StoredAnswer[] = await this.dataSource.query(
      `SELECT request_mac, mac_key_id, response_status, response_body FROM idempotency_records
       WHERE scope = $1 AND (expires_at > now() OR response_status IS NULL)`,
      [scope],
    );
    return rows[0] ?? null;
  }
}
