import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type QueryRunner } from 'typeorm';
import { AppConfig } from '../../config';

interface Held {
  readonly of: NestingWatch;
  isOpen: boolean;
}

/** One for all services of a process: Node visits each that was ever used for every promise that is made. */
const transactions = new AsyncLocalStorage<Held>();

/**
 * Who holds a transaction and takes a second connection waits for somebody who does the same: a few at once are a dead-lock of
 * the pool (architecture §5, rule 1). In test builds such a query throws, wherever it is; production pays nothing for it.
 */
@Injectable()
export class NestingWatch {
  private readonly isOn: boolean;

  constructor(dataSource: DataSource, { nodeEnv }: AppConfig) {
    this.isOn = nodeEnv === 'test';
    if (!this.isOn) return;
    // Whatever takes a connection of the pool asks for a runner first.
    const make = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      const held = transactions.getStore();
      if (held?.of === this && held.isOpen)
        throw new Error('a query outside the running transaction: it would take a second connection');
      return make(mode);
    };
  }

  /** The work of a transaction that has its connection. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isOn) return work();
    const transaction: Held = { of: this, isOpen: true };
    try {
      return await transactions.run(transaction, work);
    } finally {
      // What the work has left behind runs on without the transaction.
      transaction.isOpen = false;
    }
  }
}
