import type { DataSource } from 'typeorm';
import type { Answer } from './client';

/** In the way of a table: it takes its time, as when many write, and whoever comes meanwhile joins the next statement. */
export const SLOWLY = 'PERFORM pg_sleep(0.03);';

export function many<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

/** The status of each answer, and why where it is none of success. */
export function outcomesOf(answers: readonly Answer[]): string[] {
  return answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body.error}`));
}

/** In how many transactions what a table says of these ids was written; `where` names it and its condition on `$1`. */
export async function transactionsOf(
  dataSource: DataSource,
  where: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(
    `SELECT count(DISTINCT xmin::text)::int AS count FROM ${where}`,
    [ids],
  );
  return row?.count ?? 0;
}
