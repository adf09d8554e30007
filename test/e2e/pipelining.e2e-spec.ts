import { afterCommit, ahead, asLast, isConnectionFailure, together, type Tx } from '../../src/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../src/common';
import { eventually } from '../support';
import { useOneConnection } from '../support/one-connection';

describe('statements that are not waited for one by one (decision 0028)', () => {
  const one = useOneConnection();
  const { insert } = one;
  const stored = () => one.stored();

  const locked = (tx: Tx, id: number) =>
    tx.query<{ next: number | null }[]>('SELECT next FROM links WHERE id = $1 FOR UPDATE', [id]);
  const linked = async (tx: Tx, id: number) =>
    (await tx.query<{ next: number | null }[]>('SELECT next FROM links WHERE id = $1', [id]))[0]?.next;

  it('goes together, in its order: what comes after a lock reads what was committed before it', async () => {
    await one.service.dataSource.query('INSERT INTO links (id) VALUES (1), (2)');
    const holder = one.service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM links WHERE id = 1 FOR UPDATE');
    const read = one.transactions.run((tx) => together(tx, [() => locked(tx, 1), () => linked(tx, 2)]));
    await eventually(async () => expect(one.sent).toBe(1));
    await holder.query('UPDATE links SET next = 1 WHERE id = 2');
    await holder.commitTransaction();
    await holder.release();
    expect(await read).toEqual([[{ next: null }], 1]);
    expect(one.sent).toBe(2);
  });

  it('all of it has ended when the first refusal is thrown', async () => {
    const ended: string[] = [];
    const counted = async (work: Promise<unknown>) => {
      const end = await work.then(() => 'answered', errorMessage);
      await sleep(20);
      ended.push(end);
      await work;
    };
    const asked = one.transactions.run((tx) =>
      together(tx, [
        () => counted(tx.query('SELECT 1')),
        () => counted(tx.query('SELECT 1 / 0')),
        () => counted(tx.query('SELECT no_such_column')),
      ]),
    );
    await expect(asked).rejects.toMatchObject({ code: '22012' });
    expect(ended.map((end) => end.split(/[, :]/)[0]).sort()).toEqual(['answered', 'current', 'division']);
    expect(one.sent).toBe(2);
    await one.transactions.run((tx) => tx.query(...insert(3)));
    expect(await stored()).toEqual([3]);
  });

  it('where each statement takes a connection of the pool they follow each other', async () => {
    const { manager } = one.dataSource;
    const asked = () => manager.query<unknown[]>('SELECT 1 AS a');
    expect(await together(manager, [asked, asked, asked])).toEqual([[{ a: 1 }], [{ a: 1 }], [{ a: 1 }]]);
    expect(one.sent).toBe(3);
  });

  it('writes ahead go with what is asked behind them', async () => {
    await one.transactions.run(async (tx) => {
      expect(await linked(tx, 1)).toBeUndefined();
      await ahead(tx, () => tx.query(...insert(1)));
      await ahead(tx, () => tx.query(...insert(2, 1)));
      expect(await linked(tx, 2)).toBe(1);
      await ahead(tx, () => tx.query(...insert(3)));
      await asLast(tx, () => tx.query(...insert(4)));
    });
    expect(one.sent).toBe(3);
    expect(await stored()).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['its commit', async () => undefined],
    ['its last statement', (tx) => asLast(tx, () => tx.query(...insert(3)))],
    ['a read', (tx) => tx.query('SELECT 1')],
    ['another one', (tx) => ahead(tx, () => tx.query('SELECT 1 / 0'))],
    ['its own end', () => Promise.reject(new Error('changed my mind'))],
  ])('one that is refused ends the transaction with its refusal, before %s', async (_, behind) => {
    const happened: string[] = [];
    const refused = one.transactions.run(async (tx) => {
      afterCommit(tx, () => happened.push('committed'));
      await tx.query(...insert(1));
      await ahead(tx, () => tx.query(...insert(1)));
      await behind(tx);
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect([happened, await stored()]).toEqual([[], []]);
    await one.transactions.run((tx) => tx.query(...insert(3)));
    expect(await stored()).toEqual([3]);
  });

  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['that fails before it asks', () => Promise.reject(new Error('converting took a wrong turn'))],
    ['whose value cannot be sent', (tx) => tx.query('SELECT $1::json', [cyclic])],
  ])('work %s ends the transaction, and nothing that follows is committed', async (_, work) => {
    for (const behind of [
      (tx: Tx) => asLast(tx, () => tx.query(...insert(2))),
      (tx: Tx) => ahead(tx, () => tx.query(...insert(2))),
    ]) {
      const refused = one.transactions.run(async (tx) => {
        await tx.query(...insert(1));
        await ahead(tx, () => work(tx));
        await behind(tx);
      });
      await expect(refused).rejects.toThrow(/converting/i);
      expect(await stored()).toEqual([]);
    }
  });

  it('a value that cannot be sent fails its own statement only', async () => {
    const refused = one.dataSource.query('SELECT $1::json', [cyclic]);
    const [{ a }] = await one.dataSource.query<[{ a: number }]>('SELECT $1::int AS a', [7]);
    expect(a).toBe(7);
    await expect(refused).rejects.toThrow(/circular/);
    const both = one.transactions.run((tx) =>
      together(tx, [() => tx.query('SELECT $1::json', [cyclic]), () => tx.query(...insert(1))]),
    );
    await expect(both).rejects.toThrow(/circular/);
    expect(await stored()).toEqual([]);
  });

  it('one that a deadlock refuses is run again with its transaction', async () => {
    await one.service.dataSource.query('CREATE SEQUENCE runs');
    await one.service.dataSource.query(
      `CREATE FUNCTION fail_once() RETURNS void LANGUAGE plpgsql AS $$
           BEGIN IF nextval('runs') = 1 THEN RAISE 'deadlock' USING ERRCODE = '40P01'; END IF; END $$`,
    );
    await one.transactions.run(async (tx) => {
      await tx.query(...insert(1));
      await ahead(tx, () => tx.query('SELECT fail_once()'));
      await tx.query(...insert(2));
    });
    expect(await stored()).toEqual([1, 2]);
  });

  it('the connection that is lost with it is told of as such', async () => {
    one.proxy.cutAt('INSERT INTO links', 'cut after');
    const lost = one.transactions.run(async (tx) => {
      await tx.query('SELECT 1');
      await ahead(tx, () => tx.query(...insert(1)));
      await ahead(tx, () => tx.query(...insert(2)));
    });
    await expect(lost.catch(isConnectionFailure)).resolves.toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('nothing goes ahead of a transaction that cannot be opened', async () => {
    await one.transactions.run((tx) => tx.query('SELECT 1'));
    await one.dataSource.query('DEALLOCATE ALL');
    const refused = one.transactions.run(async (tx) => {
      await ahead(tx, () => tx.query(...insert(1)));
      await ahead(tx, () => tx.query(...insert(2)));
    });
    await expect(refused).rejects.toMatchObject({ code: '26000' });
    expect(await stored()).toEqual([]);
  });
});
