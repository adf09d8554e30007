import type { EntityManager } from 'typeorm';
import { DeadlineClient } from '../connection/deadline-client';

/** What each of them answers. */
export type Works<T extends readonly unknown[]> = { readonly [K in keyof T]: () => Promise<T[K]> };

/** The connection of a transaction or a snapshot; null where each statement takes one of the pool's. */
export function connectionOf(manager: EntityManager): DeadlineClient | null {
  const runner = manager.queryRunner as { readonly databaseConnection?: unknown } | undefined;
  const connection = runner?.databaseConnection;
  return connection instanceof DeadlineClient ? connection : null;
}

/** Work that was begun. */
interface Begun<T> {
  readonly answered: Promise<T>;
  /** Whether its statement is on its way: what is asked next is refused if it is. */
  readonly isSent: boolean;
}

/**
 * Begins work that asks one statement, and ends when that has been sent: what is asked next comes after it on the server, in the
 * same packet where nothing else is waited for between the two. Without a connection of its own it ends when it is answered, and so
 * does work that asks nothing.
 */
export async function begin<T>(manager: EntityManager, work: () => Promise<T>): Promise<Begun<T>> {
  const sent = connectionOf(manager)?.packet.next();
  const answered = work();
  // Whoever waits for the answer hears of it.
  const ended = answered.then(isNotSent, isNotSent);
  const isSent = await (sent === undefined ? ended : Promise.race([sent.then(isOnItsWay), ended]));
  return { answered, isSent };
}

/**
 * Statements that read or lock, none of which needs another's answer, in one round trip (decision 0028). When all have ended the
 * first refusal is thrown. The server takes them in this order where each work asks once; where one asks more often, only the very
 * first statement is sure of its place.
 */
export async function together<T extends readonly unknown[]>(
  manager: EntityManager,
  works: Works<T>,
): Promise<T> {
  const asked: Promise<unknown>[] = [];
  for (const work of works) asked.push((await begin(manager, work)).answered);
  const ended = await Promise.allSettled(asked);
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  }) as unknown as T;
}

/** Sends the one statement that work asks with the COMMIT of its transaction. */
export async function withCommit<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
  const connection = connectionOf(manager);
  connection?.commitWithNext(true);
  try {
    return await work();
  } finally {
    connection?.commitWithNext(false);
  }
}

const isOnItsWay = (): boolean => true;
const isNotSent = (): boolean => false;
