import { DataSource } from 'typeorm';
import { Tracing } from '../../src/common/tracing';
import { Bulkheads, dataSourceOptions, SnapshotRunner, TxRunner } from '../../src/database';
import { NestingWatch } from '../../src/database/transactions/nesting-watch';
import { ChaosProxy } from './chaos-proxy';
import type { TestService } from './service';
import { useService } from './use-service';

/** One connection of its own, through a proxy that counts what is sent, and a table `links` whose rows may refer to each other. */
export class OneConnection {
  dataSource!: DataSource;
  proxy!: ChaosProxy;
  transactions!: TxRunner;
  snapshots!: SnapshotRunner;
  /** Packets since the test began. */
  sent = 0;

  constructor(readonly service: TestService) {}

  async open(): Promise<void> {
    const { service } = this;
    await service.dataSource.query(
      `CREATE TABLE links (id integer PRIMARY KEY, next integer REFERENCES links (id) DEFERRABLE INITIALLY DEFERRED)`,
    );
    const { url } = service.config.database;
    this.proxy = await ChaosProxy.before(url, 5432);
    this.dataSource = new DataSource({ ...dataSourceOptions({ url: this.proxy.through(url), poolSize: 1 }) });
    await this.dataSource.initialize();
    const nesting = new NestingWatch(this.dataSource, service.config);
    const bulkheads = service.api.get(Bulkheads, { strict: false });
    const tracing = service.api.get(Tracing, { strict: false });
    this.transactions = new TxRunner(this.dataSource, bulkheads, nesting, tracing);
    this.snapshots = new SnapshotRunner(this.dataSource, nesting);
    // A connection prepares what opens transactions when it opens its first ones.
    await this.transactions.run((tx) => tx.query('SELECT 1'));
    await this.snapshots.run((tx) => tx.query('SELECT 1'));
  }

  async begin(): Promise<void> {
    await this.service.dataSource.query('DELETE FROM links');
    this.sent = 0;
    this.proxy.countPackets(() => (this.sent += 1));
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.proxy.close();
  }

  insert(id: number, next: number | null = null): [string, unknown[]] {
    return ['INSERT INTO links (id, next) VALUES ($1, $2)', [id, next]];
  }

  async stored(): Promise<number[]> {
    const rows = await this.service.dataSource.query<{ id: number }[]>('SELECT id FROM links ORDER BY id');
    return rows.map(({ id }) => id);
  }
}

/** For all tests of a describe block, the table empty before each. */
export function useOneConnection(): OneConnection {
  const connection = new OneConnection(useService());
  beforeAll(() => connection.open());
  beforeEach(() => connection.begin());
  afterAll(() => connection.close());
  return connection;
}
