import { randomUUID } from 'node:crypto';
import { TxRunner } from '../../src/database';
import { bookAccount, LedgerService, type NewTransaction, walletAccount } from '../../src/ledger';
import { eventually, useService } from '../support';
import { breaksRule } from '../support/books';

for (const rule of [
  'what is due from a provider is what was captured, less what was refunded, disputed and reported',
  'no transaction of a refund, a settlement, a reserve or a recovery is without its cause',
])
  breaksRule(rule, 'the ledger alone, without the records that cause it');

const service = useService();
const MERCHANTS = 8;
/** Of each merchant. */
const LINES = 600;

it('what left the tail of an account is read once more, not for every lock until the next vacuum', async () => {
  const [transactions, ledger] = [service.api.get(TxRunner), service.api.get(LedgerService)];
  const books = await Promise.all(
    Array.from({ length: MERCHANTS }, async () => ({
      merchantId: (await service.merchant()).id,
      available: walletAccount(randomUUID(), 'available'),
    })),
  );
  const captured = (index: number): NewTransaction[] =>
    books.map(({ merchantId, available }) => ({
      merchantId,
      reference: `charge:${index}:captured`,
      kind: 'capture',
      resource: { type: 'charge', id: randomUUID() },
      occurredAt: new Date('2026-11-24T02:30:00.000Z'),
      lines: [
        { account: bookAccount('clearing:sandbox'), amountCents: -100 },
        { account: available, amountCents: 100 },
      ],
    }));
  for (let index = 0; index < LINES; index += 1)
    await transactions.run((tx) => ledger.post(tx, captured(index)));
  // The planner comes to know the tail while it is long, and its merchants everywhere in it; no vacuum helps.
  await service.dataSource.query('ALTER TABLE ledger_tail SET (autovacuum_enabled = off)');
  await service.dataSource.query('ANALYZE ledger_tail');
  const [{ merchantId, available }] = books as [(typeof books)[0]];
  /** What the tail's index answers while the account is locked, dead or alive. */
  const readByLocking = (): Promise<number> =>
    transactions.run(async (tx) => {
      // With what earlier transactions of this connection read, for as long as it has not told that.
      const answered = async (): Promise<number> => {
        const [{ read }] = await tx.query<[{ read: number }]>(
          `SELECT pg_stat_get_xact_tuples_returned('pk_ledger_tail'::regclass)::int AS read`,
        );
        return read;
      };
      const before = await answered();
      expect(await ledger.lock(tx, merchantId, [available])).toEqual([LINES * 100]);
      return (await answered()) - before;
    });
  expect(await readByLocking()).toBeGreaterThanOrEqual(LINES);
  // Whoever began before may still look at them.
  await eventually(async () => {
    expect(await readByLocking()).toBeLessThan(10);
  });
});
