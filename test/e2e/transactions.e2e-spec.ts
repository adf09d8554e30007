import { DataSource } from 'typeorm';
import { Tracing } from '../../src/common/tracing';
import {
  afterCommit,
  asLast,
  beforeCommit,
  Bulkheads,
  dataSourceOptions,
  SnapshotRunner,
  TxRunner,
} from '../../src/database';
import { NestingWatch } from '../../src/database/transactions/nesting-watch';
import { eventually, useService } from '../support';
import { ChaosProxy } from '../support/chaos-proxy';

/** One connection of its own, through a proxy that counts what is sent. */
describe('what opens and what ends a transaction goes with its statements (decision 0028)', () => {
  const service = useService();
  let proxy: ChaosProxy;
  let dataSource: DataSource;
  let transactions: TxRunner;
  let snapshots: SnapshotRunner;
  let sent = 0;

  beforeAll(async () => {
    await service.dataSource.query(
      `CREATE TABLE links (id integer PRIMARY KEY, next integer REFERENCES links (id) DEFERRABLE INITIALLY DEFERRED)`,
    );
    const { url } = service.config.database;
    proxy = await ChaosProxy.before(url, 5432);
    proxy.judge = () => {
      sent += 1;
      return 'pass';
    };
    dataSource = new DataSource({ ...dataSourceOptions({ url: proxy.through(url), poolSize: 1 }) });
    await dataSource.initialize();
    const nesting = new NestingWatch(dataSource, service.config);
    const bulkheads = service.api.get(Bulkheads, { strict: false });
    transactions = new TxRunner(dataSource, bulkheads, nesting, service.api.get(Tracing, { strict: false }));
    snapshots = new SnapshotRunner(dataSource, nesting);
    // A connection prepares what opens transactions when it opens its first ones.
    await transactions.run((tx) => tx.query('SELECT 1'));
    await snapshots.run((tx) => tx.query('SELECT 1'));
  });
  beforeEach(async () => {
    await service.dataSource.query('DELETE FROM links');
    sent = 0;
  });
  afterAll(async () => {
    await dataSource.destroy();
    await proxy.close();
  });

  const insert = (id: number, next: number | null = null): [string, unknown[]] => [
    'INSERT INTO links (id, next) VALUES ($1, $2)',
    [id, next],
  ];
  const stored = async (): Promise<number[]> => {
    const rows = await service.dataSource.query<{ id: number }[]>('SELECT id FROM links ORDER BY id');
    return rows.map(({ id }) => id);
  };

  it('two statements, the last of which is known, are two round trips', async () => {
    await transactions.run(async (tx) => {
      await tx.query(...insert(1));
      await asLast(tx, () => tx.query(...insert(2)));
    });
    expect(sent).toBe(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('one alone is one', async () => {
    await transactions.run((tx) => asLast(tx, () => tx.query(...insert(1))));
    expect(sent).toBe(1);
    expect(await stored()).toEqual([1]);
  });

  it('what only reads sends what opens it with its first statement, and may do no more', async () => {
    const read = await snapshots.run(async (tx) => [
      await tx.query('SELECT 1 AS a'),
      await tx.query('SHOW transaction_isolation'),
    ]);
    expect(read).toEqual([[{ a: 1 }], [{ transaction_isolation: 'repeatable read' }]]);
    await eventually(async () => expect(sent).toBe(3));
    await expect(snapshots.run((tx) => tx.query(...insert(1)))).rejects.toMatchObject({ code: '25006' });
  });

  it('where nothing is asked, nothing is sent', async () => {
    await transactions.run(async () => undefined);
    await expect(transactions.run(() => Promise.reject(new Error('changed my mind')))).rejects.toThrow(
      'changed my mind',
    );
    expect(sent).toBe(0);
  });

  it.each([
    ['its statement', '23505', insert(1)],
    ['its commit', '23503', insert(2, 7)],
  ] as const)(
    'nothing is committed of what %s refuses, and the connection is as before',
    async (_, code, last) => {
      const refused = transactions.run(async (tx) => {
        await tx.query(...insert(1));
        await asLast(tx, () => tx.query(...last));
      });
      await expect(refused).rejects.toMatchObject({ code });
      expect(await stored()).toEqual([]);
      await transactions.run((tx) => tx.query(...insert(3)));
      expect(await stored()).toEqual([3]);
    },
  );

  it('a first statement that is refused leaves nothing, and neither does what fails behind one', async () => {
    const first = transactions.run((tx) => tx.query('INSERT INTO links (id) VALUES ($1), ($1)', [1]));
    await expect(first).rejects.toMatchObject({ code: '23505' });
    const later = transactions.run(async (tx) => {
      await tx.query('INSERT INTO links (id) VALUES (1); INSERT INTO links (id) VALUES (2)');
      throw new Error('changed my mind');
    });
    await expect(later).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual([]);
  });

  it('what was sent with the commit is committed, and nothing is asked behind it', async () => {
    const late = transactions.run(async (tx) => {
      await asLast(tx, () => tx.query(...insert(1)));
      expect(await stored()).toEqual([1]);
      await tx.query(...insert(2));
    });
    await expect(late).rejects.toThrow('the transaction has ended');
    expect(await stored()).toEqual([1]);
  });

  it('no statement is the last one while something is put off to the end', async () => {
    await transactions.run(async (tx) => {
      beforeCommit(tx, async () => {
        expect(await stored()).toEqual([]);
        await asLast(tx, () => tx.query(...insert(2)));
      });
      await asLast(tx, () => tx.query(...insert(1)));
    });
    expect(sent).toBe(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('one statement on its own is one round trip; what follows its commit does so, and nothing comes before it', async () => {
    const happened: string[] = [];
    await transactions.runStatement((tx) => {
      afterCommit(tx, () => happened.push('committed'));
      return tx.query(...insert(1));
    });
    expect([sent, happened, await stored()]).toEqual([1, ['committed'], [1]]);
    const refused = transactions.runStatement((tx) => {
      afterCommit(tx, () => happened.push('refused'));
      return tx.query(...insert(1));
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(happened).toEqual(['committed']);
    const tooLate = transactions.runStatement(async (tx) => beforeCommit(tx, () => Promise.resolve()));
    await expect(tooLate).rejects.toThrow('nothing comes between');
  });

  it('of what only reads the end is not waited for: it may fail', async () => {
    proxy.cutAt('COMMIT', 'cut before');
    const read = await snapshots.run((tx) => tx.query<{ a: number }[]>('SELECT 1 AS a'));
    expect(read).toEqual([{ a: 1 }]);
    // Once the pool has seen its connection end, it has another one.
    await eventually(() => transactions.run((tx) => tx.query(...insert(1))));
    expect(await stored()).toEqual([1]);
  });

  it('a statement whose transaction cannot be opened is left out', async () => {
    await transactions.run((tx) => tx.query('SELECT 1'));
    await dataSource.query('DEALLOCATE ALL');
    await expect(transactions.run((tx) => tx.query(...insert(1)))).rejects.toMatchObject({ code: '26000' });
    expect(await stored()).toEqual([]);
  });
});
