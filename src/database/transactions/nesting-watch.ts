import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type QueryRunner } from 'typeorm';
import { AppConfig } from '../../config';

interface Held {
  isOpen: boolean;
}

/**
 * Who holds a transaction and takes a second connection waits for somebody who does the same: a few at once are a dead-lock of
 * the pool (architecture §5, rule 1). In test builds such a query throws, wherever it is; production pays nothing for it.
 */
@Injectable()
export class NestingWatch {
  private readonly held: AsyncLocalStorage<Held> | null = null;

  constructor(dataSource: DataSource, { nodeEnv }: AppConfig) {
    if (nodeEnv !== 'test') return;
    const held = new AsyncLocalStorage<Held>();
    this.held = held;
    // Whatever takes a connection of the pool asks for a runner first.
    const make = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      if (held.getStore()?.isOpen === true)
        throw new Error('a query outside the running transaction: it would take a second connection');
      return make(mode);
    };
  }

  /** The work of a transaction that has its connection. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    if (this.held === null) return work();
    const transaction: Held = { isOpen: true };
    try {
      return await this.held.run(transaction, work);
    } finally {
      // What the work has left behind runs on without the transaction.
      transaction.isOpen = false;
    }
  }
}
