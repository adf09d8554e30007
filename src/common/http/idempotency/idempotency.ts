import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { AppConfig } from '../../../config';
import {
  endWith,
  Grouped,
  isLockTimeout,
  prepared,
  together,
  type Tx,
  TxRunner,
  workFor,
} from '../../../database';
import { matchesKeyedHash } from '../../crypto';
import { commonErrors } from '../../errors';
import { withTimeout } from '../../time';
import { type PendingThing, ReplayedReply, type Reply } from '../reply';
import { CLAIM_KEY, claimParameters, type ClaimParameters, type KeyClaim } from './claim-keys';
import type { IdempotencyRequest } from './idempotency-key';
import type { PendingKind } from './pending-keys.module';
import {
  type KeptAnswer,
  READ_ANSWERS,
  replayOf,
  STORE_ANSWERS,
  type StoredAnswer,
  storedValues,
  waitsForOf,
} from './stored-answer';

/** contract §1: how long a repeated request waits for the first one. */
const WAIT_MS = 1_000;
const POLL_MS = 50;

/** Makes the answer of a request anew whose first one was 202: 202 again while the thing waits, else its outcome. */
export type AnswerAnew = (tx: Tx, thing: PendingThing) => Promise<Reply>;

/** Another request with the same key came first. */
export class KeyTaken extends Error {}

/** Another request with the same key runs, for longer than it was waited for. */
class KeyHeld extends Error {}

/** The first one has not ended in time. */
class StillRunning extends Error {}
const tooEarly = (): Error => new StillRunning();

/** How many requests look for their keys' answers in one statement, and how many wait for that. */
const LOOKS = { atOnce: 2, size: 64, waiting: 2_000 };

const GIVE_BACK =
  'DELETE FROM idempotency_records WHERE scope = $1 AND (response_status IS NULL OR waits_for IS NOT NULL)';

const LOCK_KEY = prepared(
  'SELECT response_status, response_body, waits_for FROM idempotency_records WHERE scope = $1 FOR NO KEY UPDATE',
);

/**
 * Idempotency-Key (contract §1): the answer is stored in the transaction of the effect, so there is never one
 * without the other (decision 0004). Concurrent requests meet at the primary key: the second waits there for the first's commit.
 */
@Injectable()
export class Idempotency {
  /** The requests of this process that hold their key's row, or wait to. */
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly looks = new Grouped<Buffer, StoredAnswer | null>(LOOKS, (scopes) => this.readAll(scopes));

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly config: AppConfig,
  ) {}

  /**
   * Runs the work once per key, in one transaction with the stored answer; repeats get that answer. Where that waits for something
   * `anew` makes it until the outcome is known.
   */
  async run<T>(
    request: IdempotencyRequest,
    work: (tx: Tx) => Promise<Reply<T>>,
    anew?: AnswerAnew,
  ): Promise<Reply> {
    const reply = await this.runReading(request, () => Promise.resolve(), work);
    return anew === undefined ? reply : this.answerAnew(request, reply, anew);
  }

  /** As run, for work that begins by reading or locking: that is asked together with the claim of the key. */
  async runReading<Read, T>(
    request: IdempotencyRequest,
    read: (tx: Tx) => Promise<Read>,
    work: (tx: Tx, found: Read) => Promise<Reply<T>>,
  ): Promise<Reply> {
    const { scope } = request;
    if (scope === null) return this.within(request, async (tx) => work(tx, await read(tx)));
    return this.claimed(request, read, async (tx, found) => {
      const first = await work(tx, found);
      await endWith(tx, () => this.finish(tx, scope, first));
      return first;
    });
  }

  /** A reply as it is, but one that waited for something by how that stands now; its outcome is what every later repeat gets. */
  async answerAnew(request: IdempotencyRequest, given: Reply, anew: AnswerAnew): Promise<Reply> {
    const { scope } = request;
    if (scope === null || !(given instanceof ReplayedReply) || given.waitsFor === null) return given;
    return this.within(request, async (tx) => {
      const [stored] = await tx.query<StoredAnswer[]>(LOCK_KEY, [scope]);
      // Purged since it was found: its outcome has been known for a day.
      if (stored === undefined) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      if (stored.waits_for === null) return replayOf(stored);
      const reply = await anew(tx, stored.waits_for);
      if (reply.waitsFor === null) await this.finish(tx, scope, reply);
      return ReplayedReply.of(reply);
    });
  }

  /**
   * The answer of an earlier request with this key, or null when there was none. Waits up to a second for one that
   * still runs; throws IDEMPOTENCY_IN_PROGRESS when that is not enough, IDEMPOTENCY_KEY_REUSED for another body.
   */
  async find(request: IdempotencyRequest): Promise<Reply | null> {
    if (request.scope === null) return null;
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const stored = await this.looks.run(request.scope);
      if (stored === null) return null;
      const hash = { keyId: stored.mac_key_id, mac: stored.request_mac };
      if (!matchesKeyedHash(this.config.crypto.pepper, request.body, hash))
        throw commonErrors.IDEMPOTENCY_KEY_REUSED();
      if (stored.response_status !== null) return replayOf(stored);
      if (waitedMs >= WAIT_MS) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      await sleep(POLL_MS);
    }
  }

  /** What was answered once is answered so again, whatever refuses it today: throws that where nothing was answered. */
  async answeredOr(request: IdempotencyRequest, refusal: unknown): Promise<Reply> {
    const answered = await this.find(request);
    if (answered === null) throw refusal;
    return answered;
  }

  /**
   * Claims the key of a request, with its answer where that is known already; tells whether nobody had it before. Without a key
   * that is always so. Throws KeyHeld when somebody else holds it for longer than a second.
   */
  async claim(tx: Tx, claim: KeyClaim): Promise<boolean> {
    if (claim.request.scope === null) return true;
    try {
      const [{ count }] = await tx.query<[{ count: number }]>(CLAIM_KEY, [
        ...this.claimParameters([claim], WAIT_MS),
      ]);
      return count === 1;
    } catch (error) {
      throw isLockTimeout(error) ? new KeyHeld() : error;
    }
  }

  /** The parameters of `claimKeys`, for a statement that claims keys with what it writes under them. */
  claimParameters(claims: readonly KeyClaim[], withinMs: number): ClaimParameters {
    const { crypto, idempotency } = this.config;
    return claimParameters(claims, { pepper: crypto.pepper, ttlHours: idempotency.ttlHours, withinMs });
  }

  /**
   * Runs a first transaction that claims the key itself; answers the replay when another request had it first. For work that
   * needs a second transaction: commit after this one, and store the answer later with `finish`.
   * @param read reads or locks, and writes nothing: it is asked before it is known that the transaction could be opened
   */
  async claimed<Read, T>(
    request: IdempotencyRequest,
    read: (tx: Tx) => Promise<Read>,
    work: (tx: Tx, found: Read) => Promise<T>,
  ): Promise<T | Reply> {
    const take = async (tx: Tx): Promise<void> => {
      if (!(await this.claim(tx, { request, answer: null }))) throw new KeyTaken();
    };
    return this.once(request, () =>
      this.within(request, async (tx) => {
        // That the key is taken is thrown before what is against a request that was answered already.
        const [, found] = await together(tx, [() => take(tx), () => read(tx)]);
        return work(tx, found);
      }),
    );
  }

  private within<T>({ bulkhead, requestId }: IdempotencyRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.run((tx) => {
      workFor(tx, requestId);
      return work(tx);
    }, bulkhead);
  }

  /** As claimed, for work that claims the key in a transaction of its own, and throws KeyTaken or KeyHeld when it could not. */
  async once<T>(request: IdempotencyRequest, work: () => Promise<T>): Promise<T | Reply> {
    if (request.scope === null) return work();
    const name = nameOf(request.scope);
    const begunMs = performance.now();
    // Who comes first is waited for here, where it costs no connection, and not in the queue for its record. Nothing is
    // awaited between the last look and the own entry: of those who looked in the same moment one alone may go on.
    for (let first = this.running.get(name); first !== undefined; first = this.running.get(name)) {
      const replay = await this.replayOf(first, request, begunMs);
      if (replay !== null) return replay;
    }
    const running = this.orReplay(request, work);
    this.running.set(name, running);
    try {
      return await running;
    } finally {
      this.running.delete(name);
    }
  }

  private async orReplay<T>(request: IdempotencyRequest, work: () => Promise<T>): Promise<T | Reply> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof KeyHeld) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
      if (!(error instanceof KeyTaken)) throw error;
      // Gone again where there is none: the first one was refused and gave its key back.
      return this.answeredOr(request, commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 }));
    }
  }

  /** Waits for a request with the same key, within the second that began then; its answer, or null when it left none. */
  private async replayOf(
    first: Promise<unknown>,
    request: IdempotencyRequest,
    begunMs: number,
  ): Promise<Reply | null> {
    const leftMs = WAIT_MS - (performance.now() - begunMs);
    await withTimeout(first, Math.max(0, leftMs), tooEarly).catch((error: unknown) => {
      if (error instanceof StillRunning) throw commonErrors.IDEMPOTENCY_IN_PROGRESS({ retryAfterSeconds: 1 });
    });
    return this.find(request);
  }

  /** Stores the answer of a claimed key, in the transaction of the effect; one that comes late is kept for a day all the same. */
  async finish(tx: Tx, scope: Buffer | null, reply: Reply): Promise<void> {
    if (scope !== null) await this.finishAll(tx, [{ scope, reply }]);
  }

  /** As finish, of several keys. */
  async finishAll(tx: Tx, answers: readonly KeptAnswer[]): Promise<void> {
    if (answers.length > 0)
      await tx.query(STORE_ANSWERS, [...storedValues(answers), this.config.idempotency.ttlHours]);
  }

  /** Answers by what waits for its outcome. Repeats hear how that stands until `finish`, which may have come first. */
  async postpone({ scope }: IdempotencyRequest, reply: Reply): Promise<Reply> {
    if (scope !== null)
      await this.dataSource.manager.query(
        `UPDATE idempotency_records SET response_status = $2, response_body = $3, waits_for = $4::jsonb
          WHERE scope = $1 AND response_status IS NULL`,
        [scope, reply.status, reply.storedText(), waitsForOf(reply)],
      );
    return reply;
  }

  /** Gives a claimed key back: the request was refused after its first transaction, so its key is not burnt. */
  async release(tx: Tx, scope: Buffer | null): Promise<void> {
    if (scope !== null) await tx.query(GIVE_BACK, [scope]);
  }

  /** The keys whose answer waits for something of this kind have a day from now, for as long as that waits. */
  async keepPending(tx: Tx, { kind, waits }: PendingKind): Promise<void> {
    await tx.query(
      `UPDATE idempotency_records AS kept SET expires_at = now() + make_interval(hours => $2)
        WHERE waits_for ->> 'kind' = $1 AND ${waits}`,
      [kind, this.config.idempotency.ttlHours],
    );
  }

  /** Deletes what is older than its 24 hours, `limit` at most; returns how many. A key whose operation is pending stays. */
  async purgeExpired(tx: Tx, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM idempotency_records WHERE scope IN (
         SELECT scope FROM idempotency_records WHERE expires_at <= now() AND response_status IS NOT NULL
          ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    return count;
  }

  private async readAll(scopes: readonly Buffer[]): Promise<(StoredAnswer | null)[]> {
    const rows = await this.dataSource.query<StoredAnswer[]>(
      scopes.length === 1 ? READ_ANSWERS.one : READ_ANSWERS.many,
      [scopes],
    );
    const found = new Map(rows.map((row) => [nameOf(row.scope), row]));
    return scopes.map((scope) => found.get(nameOf(scope)) ?? null);
  }
}

/** A scope as a key of a map. */
function nameOf(scope: Buffer): string {
  return scope.toString('base64');
}
