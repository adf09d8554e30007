import { afterCommit, asLast, beforeCommit } from '../../src/database';
import { eventually } from '../support';
import { useOneConnection } from '../support/one-connection';

describe('what opens and what ends a transaction goes with its statements (decision 0028)', () => {
  const one = useOneConnection();
  const { insert } = one;
  const stored = () => one.stored();

  it('two statements, the last of which is known, are two round trips', async () => {
    await one.transactions.run(async (tx) => {
      await tx.query(...insert(1));
      await asLast(tx, () => tx.query(...insert(2)));
    });
    expect(one.sent).toBe(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('one alone is one', async () => {
    await one.transactions.run((tx) => asLast(tx, () => tx.query(...insert(1))));
    expect(one.sent).toBe(1);
    expect(await stored()).toEqual([1]);
  });

  it('what only reads sends what opens it with its first statement, and may do no more', async () => {
    const read = await one.snapshots.run(async (tx) => [
      await tx.query('SELECT 1 AS a'),
      await tx.query('SHOW transaction_isolation'),
    ]);
    expect(read).toEqual([[{ a: 1 }], [{ transaction_isolation: 'repeatable read' }]]);
    await eventually(async () => expect(one.sent).toBe(3));
    await expect(one.snapshots.run((tx) => tx.query(...insert(1)))).rejects.toMatchObject({ code: '25006' });
  });

  it('where nothing is asked, nothing is sent', async () => {
    await one.transactions.run(async () => undefined);
    await expect(one.transactions.run(() => Promise.reject(new Error('changed my mind')))).rejects.toThrow(
      'changed my mind',
    );
    expect(one.sent).toBe(0);
  });

  it.each([
    ['its statement', '23505', insert(1)],
    ['its commit', '23503', insert(2, 7)],
  ] as const)(
    'nothing is committed of what %s refuses, and the connection is as before',
    async (_, code, last) => {
      const refused = one.transactions.run(async (tx) => {
        await tx.query(...insert(1));
        await asLast(tx, () => tx.query(...last));
      });
      await expect(refused).rejects.toMatchObject({ code });
      expect(await stored()).toEqual([]);
      await one.transactions.run((tx) => tx.query(...insert(3)));
      expect(await stored()).toEqual([3]);
    },
  );

  it('a first statement that is refused leaves nothing, and neither does what fails behind one', async () => {
    const first = one.transactions.run((tx) => tx.query('INSERT INTO links (id) VALUES ($1), ($1)', [1]));
    await expect(first).rejects.toMatchObject({ code: '23505' });
    const later = one.transactions.run(async (tx) => {
      await tx.query('INSERT INTO links (id) VALUES (1); INSERT INTO links (id) VALUES (2)');
      throw new Error('changed my mind');
    });
    await expect(later).rejects.toThrow('changed my mind');
    expect(await stored()).toEqual([]);
  });

  it('what was sent with the commit is committed, and nothing is asked behind it', async () => {
    const late = one.transactions.run(async (tx) => {
      await asLast(tx, () => tx.query(...insert(1)));
      expect(await stored()).toEqual([1]);
      await tx.query(...insert(2));
    });
    await expect(late).rejects.toThrow('the transaction has ended');
    expect(await stored()).toEqual([1]);
  });

  it('no statement is the last one while something is put off to the end', async () => {
    await one.transactions.run(async (tx) => {
      beforeCommit(tx, async () => {
        expect(await stored()).toEqual([]);
        await asLast(tx, () => tx.query(...insert(2)));
      });
      await asLast(tx, () => tx.query(...insert(1)));
    });
    expect(one.sent).toBe(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('one statement on its own is one round trip; what follows its commit does so, and nothing comes before it', async () => {
    const happened: string[] = [];
    await one.transactions.runStatement((tx) => {
      afterCommit(tx, () => happened.push('committed'));
      return tx.query(...insert(1));
    });
    expect([one.sent, happened, await stored()]).toEqual([1, ['committed'], [1]]);
    const refused = one.transactions.runStatement((tx) => {
      afterCommit(tx, () => happened.push('refused'));
      return tx.query(...insert(1));
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(happened).toEqual(['committed']);
    const tooLate = one.transactions.runStatement(async (tx) => beforeCommit(tx, () => Promise.resolve()));
    await expect(tooLate).rejects.toThrow('nothing comes between');
  });

  it('of what only reads the end is not waited for: it may fail', async () => {
    one.proxy.cutAt('COMMIT', 'cut before');
    const read = await one.snapshots.run((tx) => tx.query<{ a: number }[]>('SELECT 1 AS a'));
    expect(read).toEqual([{ a: 1 }]);
    // Once the pool has seen its connection end, it has another one.
    await eventually(() => one.transactions.run((tx) => tx.query(...insert(1))));
    expect(await stored()).toEqual([1]);
  });

  it('a statement whose transaction cannot be opened is left out', async () => {
    await one.transactions.run((tx) => tx.query('SELECT 1'));
    await one.dataSource.query('DEALLOCATE ALL');
    await expect(one.transactions.run((tx) => tx.query(...insert(1)))).rejects.toMatchObject({
      code: '26000',
    });
    expect(await stored()).toEqual([]);
  });
});
