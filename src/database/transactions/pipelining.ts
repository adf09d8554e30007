import type { EntityManager } from 'typeorm';
import { DeadlineClient } from '../connection/deadline-client';

type Works<T extends readonly unknown[]> = { readonly [K in keyof T]: () => Promise<T[K]> };

/** The connection of a transaction or a snapshot; null where each statement takes one of the pool's. */
export function connectionOf(manager: EntityManager): DeadlineClient | null {
  const runner = manager.queryRunner as { readonly databaseConnection?: unknown } | undefined;
  const connection = runner?.databaseConnection;
  return connection instanceof DeadlineClient ? connection : null;
}

/**
 * Begins work that asks one statement, and ends when that has been sent: what is asked next comes after it on the server, in the
 * same packet where nothing else is waited for between the two. Without a connection of its own it ends when it is answered.
 */
export async function begin<T>(
  manager: EntityManager,
  work: () => Promise<T>,
): Promise<{ readonly answered: Promise<T> }> {
  const sent = connectionOf(manager)?.nextSent();
  const answered = work();
  // Whoever waits for the answer hears of it.
  const ended = answered.then(ignore, ignore);
  await (sent === undefined ? ended : Promise.race([sent, ended]));
  return { answered };
}

/**
 * Statements that read or lock, none of which needs another's answer, in one round trip (decision 0028). The server takes them in
 * this order; when all have ended the first refusal is thrown. Of work that asks more than once the first statement has this place.
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

function ignore(): void {
  // Neither an answer nor a refusal is lost: both are what `answered` becomes.
}
