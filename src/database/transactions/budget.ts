import type { DataSource, QueryRunner } from 'typeorm';
import { isCanceled } from '../pg-errors';

/** A statement took longer than it was given. */
export class OverBudgetError extends Error {
  constructor(milliseconds: number) {
    super(`a statement took longer than the ${milliseconds} ms that it was given`);
    this.name = 'OverBudgetError';
  }
}

/**
 * Reads with statements of which none may take longer than this; the server ends one that would, whatever it waits for.
 * Throws OverBudgetError. What does not fit into the session's own limit is for the session to end (SESSION_LIMITS).
 */
export async function withinBudget<T>(
  dataSource: DataSource,
  milliseconds: number,
  read: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  try {
    return await dataSource.transaction(async ({ queryRunner }) => {
      if (queryRunner === undefined) throw new Error('a transaction has its connection');
      await queryRunner.query(`SET LOCAL statement_timeout = ${milliseconds}`);
      return read(queryRunner);
    });
  } catch (error) {
    throw isCanceled(error) ? new OverBudgetError(milliseconds) : error;
  }
}
