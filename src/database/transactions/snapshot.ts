import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NestingWatch } from './nesting-watch';
import type { Reading } from './tx';

/** For what is put together of several statements: what a transaction changes between them is seen whole or not at all. */
@Injectable()
export class SnapshotRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly nesting: NestingWatch,
  ) {}

  run<T>(read: (snapshot: Reading) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      return this.nesting.inside(() => read(manager));
    });
  }
}
