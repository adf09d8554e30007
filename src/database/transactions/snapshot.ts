import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeadlineClient } from '../connection/deadline-client';
import { NestingWatch } from './nesting-watch';
import { together, withCommit, type Works } from './pipelining';
import type { Reading } from './tx';

/** The server gives a statement up before we do. */
const GRACE_MS = 1_000;

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

  /** What is asked by one statement each, in one round trip: the last one ends the snapshot. */
  together<T extends readonly unknown[]>(works: (snapshot: Reading) => Works<T>): Promise<T> {
    return this.run((snapshot) => {
      const asked = works(snapshot);
      const last = asked.length - 1;
      const ending = asked.map((work, index) => (index === last ? () => withCommit(snapshot, work) : work));
      return together(snapshot, ending as unknown as Works<T>);
    });
  }

  /** As run, each statement for so long, where the session has less: on the server, and until we give up its answer. */
  runLong<T>(statementMs: number, read: (snapshot: Reading) => Promise<T>): Promise<T> {
    return this.run(async (snapshot) => {
      const client: unknown = await snapshot.queryRunner?.connect();
      const hurryAgain = client instanceof DeadlineClient ? client.waitAtLeast(statementMs + GRACE_MS) : null;
      try {
        await snapshot.query(`SET LOCAL statement_timeout = ${statementMs}`);
        return await read(snapshot);
      } finally {
        hurryAgain?.();
      }
    });
  }
}
