import { Injectable, type Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type LogLevel, logOfRequest } from '../../common';
import { Tracing } from '../../common/tracing';
import { isRetryable } from '../pg-errors';
import { type Bulkhead, Bulkheads } from './bulkheads';
import { NestingWatch } from './nesting-watch';
import { begin, connectionOf, withCommit } from './pipelining';

declare const transactional: unique symbol;

/** An open transaction. Only TxRunner makes one, so a writing method that takes it cannot run outside. */
export type Tx = EntityManager & { readonly [transactional]: true };

/** Where a repository reads: the open transaction, or the manager of the pool. Nothing is written with it. */
export type Reading = EntityManager;

const MAX_RUNS = 4;

/**
 * Thrown by work that finds, within its transaction, that something else has to be committed before it: the transaction is rolled
 * back, that is done, and the work is run again.
 */
export class DoFirst extends Error {
  /** @param work runs outside of any transaction; it must leave nothing for which the same would be thrown again */
  constructor(readonly work: () => Promise<void>) {
    super('something has to be committed first');
    this.name = 'DoFirst';
  }
}

/** What a transaction still has to do when its work is done, and for which request that is. */
interface Ending {
  requestId?: string;
  /** Null where one statement is the whole transaction. */
  readonly beforeCommit: (() => Promise<void>)[] | null;
  readonly afterCommit: (() => void)[];
  /** The answers of `ahead`, in the order of their statements. */
  readonly ahead: Promise<unknown>[];
}

const endings = new WeakMap<EntityManager, Ending>();

/**
 * Puts database work off to the very end of the transaction: for a lock that everybody needs, which must be taken last
 * and held shortly. A failure rolls the transaction back.
 */
export function beforeCommit(tx: Tx, work: () => Promise<void>): void {
  const put = endingOf(tx).beforeCommit?.push(work);
  if (put === undefined) throw new Error('nothing comes between a statement on its own and its commit');
}

/** Runs once the transaction is committed, and not at all when it is rolled back. It must not fail. */
export function afterCommit(tx: Tx, work: () => void): void {
  endingOf(tx).afterCommit.push(work);
}

/** Tells for which request a transaction works, where it is one: what is logged of it has the id (contract §1). */
export function workFor(tx: Tx, requestId: string | undefined): void {
  if (requestId !== undefined) endingOf(tx).requestId = requestId;
}

/** Writes a line once the transaction is committed, and none when it is rolled back. */
export function logAfterCommit(tx: Tx, logger: Logger, level: LogLevel, line: string): void {
  const ending = endingOf(tx);
  afterCommit(tx, () => logOfRequest(logger, level, ending.requestId, line));
}

/** Until the transaction ends its statements look things up by indexes, whatever the planner thinks of tables that grew since it looked. */
export async function keepToIndexes(reading: Reading): Promise<void> {
  for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
    await reading.query(`SET LOCAL enable_${way} = off`);
}

/** Ends the connection of a transaction that nobody waits for any more: the server rolls it back and frees its locks. */
export function abandon(tx: Tx): void {
  connectionOf(tx)?.connection.stream.destroy();
}

/**
 * Work that asks the database once, or not at all, and whose answer says nothing but that all went well: it is not waited for. What
 * is asked next comes after it; when it is refused, so is that, and the transaction ends with the first refusal.
 */
export async function ahead(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const isFirst = connectionOf(tx)?.isOpening ?? false;
  const { answered, isSent } = await begin(tx, work);
  endingOf(tx).ahead.push(answered);
  // What comes after a first statement runs on its own where the transaction could not be opened, and what comes after work that
  // failed before it asked is refused by nobody.
  if (isFirst || !isSent) await answered;
}

/**
 * Work that asks the database once, or not at all, and is the last of its transaction: its statement is sent with the COMMIT,
 * so that one round trip less is waited for and the locks end sooner. Nothing that is done afterwards may fail: it is committed.
 * Where something is put off to the end of the transaction, that comes last.
 */
export async function asLast<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return endingOf(tx).beforeCommit?.length === 0 ? withCommit(tx, work) : work();
}

/** As asLast, for work whose answer says nothing but that all went well: it goes ahead of what is put off to the end. */
export async function endWith(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const isLast = endingOf(tx).beforeCommit?.length === 0;
  await (isLast ? asLast(tx, work) : ahead(tx, work));
}

function endingOf(tx: Tx): Ending {
  const ending = endings.get(tx);
  if (ending === undefined) throw new Error('a transaction that TxRunner did not begin');
  return ending;
}

/** Runs work in one transaction: commits when it returns, rolls back when it throws. */
@Injectable()
export class TxRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bulkheads: Bulkheads,
    private readonly nesting: NestingWatch,
    private readonly tracing: Tracing,
  ) {}

  /**
   * A deadlock or serialization failure is PostgreSQL asking to run the work again, DoFirst the work itself: done at most three
   * times. The work must therefore do nothing but database work (no network, no queue).
   * @param bulkhead on whose behalf, and for which row: waited for before a connection is taken
   */
  run<T>(work: (tx: Tx) => Promise<T>, bulkhead: Bulkhead | null = null): Promise<T> {
    return this.tracing.span('transaction', {}, () =>
      this.bulkheads.run(bulkhead, () => this.runAgain(() => this.runOnce(work))),
    );
  }

  /**
   * As run, for work that is one statement: that is a transaction of its own, without the round trips that begin and end one.
   * What is put off to the end of a transaction does not go with it.
   */
  runStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.bulkheads.run(null, () => this.runAgain(() => this.runAlone(work)));
  }

  private async runAgain<T>(once: () => Promise<T>): Promise<T> {
    for (let run = 1; ; run += 1) {
      try {
        return await once();
      } catch (error) {
        if (run === MAX_RUNS || !(error instanceof DoFirst || isRetryable(error))) throw error;
        if (error instanceof DoFirst) await error.work();
      }
    }
  }

  private async runAlone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const ending: Ending = { beforeCommit: null, afterCommit: [], ahead: [] };
    const manager = this.dataSource.createEntityManager();
    endings.set(manager, ending);
    const result = await work(manager as Tx);
    await Promise.all(ending.ahead);
    for (const then of ending.afterCommit) then();
    return result;
  }

  private async runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const beforeCommit: (() => Promise<void>)[] = [];
    const ending: Ending = { beforeCommit, afterCommit: [], ahead: [] };
    const result = await this.dataSource.transaction(async (manager) => {
      endings.set(manager, ending);
      return this.nesting.inside(async () => {
        try {
          const answer = await work(manager as Tx);
          for (let last = beforeCommit.shift(); last !== undefined; last = beforeCommit.shift()) await last();
          return answer;
        } finally {
          // What was refused first says why all that came after it was.
          await Promise.all(ending.ahead);
        }
      });
    });
    for (const then of ending.afterCommit) then();
    return result;
  }
}
