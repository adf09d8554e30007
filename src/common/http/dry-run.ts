import { Injectable } from '@nestjs/common';
import { type Tx, TxRunner } from '../../database';
import { EnumField } from '../validation';
import { Idempotency } from './idempotency/idempotency';
import type { IdempotencyRequest } from './idempotency/idempotency-key';
import type { Reply } from './reply';

export class DryRunQuery {
  @EnumField(['true', 'false'], {
    omittable: true,
    description: 'true: answers what the real call would and changes nothing.',
  })
  dry_run?: string;
}

/** Carries the answer of a dry run out of its transaction, which it rolls back. */
class RolledBack extends Error {
  constructor(readonly reply: Reply) {
    super('a dry run is rolled back');
  }
}

/**
 * Runs an action for real, or as a dry run: the same code in a transaction that is always rolled back, so that its answer
 * is the one that the real call would give.
 */
@Injectable()
export class DryRun {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  /** @param read what the action begins with: reads or locks */
  async run<Read>(
    query: DryRunQuery,
    key: IdempotencyRequest,
    read: (tx: Tx) => Promise<Read>,
    work: (tx: Tx, found: Read) => Promise<Reply>,
  ): Promise<Reply> {
    if (query.dry_run !== 'true') return this.idempotency.runReading(key, read, work);
    try {
      return await this.transactions.run(async (tx) => {
        throw new RolledBack(await work(tx, await read(tx)));
      }, key.bulkhead);
    } catch (error) {
      if (error instanceof RolledBack) return error.reply;
      throw error;
    }
  }
}
