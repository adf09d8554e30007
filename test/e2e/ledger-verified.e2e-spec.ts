import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Metrics } from '../../src/common/metrics';
import { bookAccount, ledgerInvariants, walletAccount } from '../../src/ledger';
import { VerifyLedgerUseCase } from '../../src/ledger/verification/verify-ledger.use-case';
import { VerifyLedgerTask } from '../../src/ledger/verification/verify-ledger.task';
import { VerificationRepository } from '../../src/verification/verification.repository';
import { eventually, startTasks, useService } from '../support';
import { LedgerPlay } from '../support/ledger-play';

const CHAIN = 'entries count without a gap, and each balance follows from the one before';
const PLACE = 'an entry has its place among those of its kind and direction';
const LINE = 'an entry is a line of a transaction, on an account of its book';
const BOUND = 'no balance passes the bound of its account';
const LAST = 'an account is what its last entry says, and the sum of its entries';
const VERIFIED = 'the last entry that was verified of an account is what it was then';

const service = useService();
let workers: readonly INestApplicationContext[];

beforeAll(async () => {
  workers = [await startTasks(service.config), await startTasks(service.config)];
});
afterAll(() => Promise.all(workers.map((worker) => worker.close())));

const verify = (which = 0): Promise<void> => workers[which]?.get(VerifyLedgerTask).run() ?? Promise.resolve();

/** A book of two accounts, each with as many entries as were posted. */
class Book {
  readonly wallet = randomUUID();
  private readonly play = new LedgerPlay(service);
  private posted = 0;

  private constructor(readonly merchantId: string) {}

  static async open(): Promise<Book> {
    return new Book((await service.merchant()).id);
  }

  async post(times: number): Promise<void> {
    await this.record(times);
    await this.play.drain(this.merchantId);
  }

  /** Without a place for the lines. */
  async record(times: number): Promise<void> {
    for (let done = 0; done < times; done += 1) {
      this.posted += 1;
      const { refusal } = await this.play.post([
        {
          ...{
            merchantId: this.merchantId,
            reference: `test:${this.posted}`,
            kind: 'capture',
            occurredAt: new Date(),
          },
          resource: { type: 'charge', id: randomUUID() },
          lines: [
            { account: bookAccount('cash:bench'), amountCents: -100 },
            { account: walletAccount(this.wallet, 'available'), amountCents: 100 },
          ],
        },
      ]);
      expect(refusal).toBeNull();
    }
  }

  /** How far the wallet's account is verified, and whether it has a break. */
  async point(): Promise<{ seq: number; posted: number; isBroken: boolean }> {
    const [row] = await service.dataSource.query<{ seq: number; posted: number; isBroken: boolean }[]>(
      `SELECT coalesce(v.seq, 0)::integer AS seq, a.seq::integer AS posted, coalesce(v.is_broken, false) AS "isBroken"
         FROM ledger_accounts a LEFT JOIN ledger_verified v ON v.merchant_id = a.merchant_id AND v.account_id = a.id
        WHERE a.merchant_id = $1 AND a.name = 'available'`,
      [this.merchantId],
    );
    return row ?? { seq: 0, posted: 0, isBroken: false };
  }

  /** Changes entries of the wallet past what keeps them. */
  async plant(change: string, ...seqs: readonly number[]): Promise<void> {
    await service.dataSource.transaction(async (tx) => {
      await tx.query('ALTER TABLE ledger_entries DISABLE TRIGGER tr_ledger_entries_append_only');
      await tx.query(
        `UPDATE ledger_entries SET ${change} WHERE seq = ANY($2) AND merchant_id = $1 AND account_id = (
           SELECT id FROM ledger_accounts WHERE merchant_id = $1 AND name = 'available')`,
        [this.merchantId, seqs],
      );
      await tx.query('ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER tr_ledger_entries_append_only');
    });
  }
}

/** The rules of the ledger that are broken as the desk has them read, or read whole. */
async function broken(how: 'live' | 'whole'): Promise<string[]> {
  const [worker] = workers;
  if (worker === undefined) throw new Error('no worker');
  const repository = worker.get(VerificationRepository);
  const since = how === 'whole' ? null : new Date(Date.now() - 60_000);
  const names: string[] = [];
  for (const rule of ledgerInvariants)
    if ((await repository.read(rule, since)).brokenCount > 0) names.push(rule.name);
  return names;
}

describe('how far the books are verified (money contract §20, Verification)', () => {
  it('goes as far as what is posted, once however many workers', async () => {
    const book = await Book.open();
    await book.post(5);
    await Promise.all([verify(0), verify(1), verify(0), verify(1)]);
    await verify();
    expect(await book.point()).toEqual({ seq: 5, posted: 5, isBroken: false });
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM ledger_verification FOR UPDATE');
    await book.post(1);
    await verify();
    expect(await book.point()).toMatchObject({ seq: 5, posted: 6 });
    await holder.rollbackTransaction();
    await holder.release();
    await verify();
    expect(await book.point()).toEqual({ seq: 6, posted: 6, isBroken: false });
  });

  it('never past what is committed, while others post', async () => {
    const books = await Promise.all([Book.open(), Book.open(), Book.open()]);
    let isPosting = true;
    const rounds = async (which: number): Promise<void> => {
      while (isPosting) {
        await verify(which);
        const points = await Promise.all(books.map((book) => book.point()));
        expect(points.filter(({ seq, posted, isBroken }) => seq > posted || isBroken)).toEqual([]);
      }
    };
    const posting = Promise.all(books.map((book) => book.post(60))).finally(() => {
      isPosting = false;
    });
    await Promise.all([posting, rounds(0), rounds(1)]);
    // Somebody whose entry is not committed yet, and never will be.
    const [book] = books;
    const late = service.dataSource.createQueryRunner();
    await late.startTransaction();
    const place = (): Promise<unknown> =>
      late.query(
        `SELECT lock_ledger_accounts(merchant_id, ARRAY[id]) FROM ledger_accounts WHERE merchant_id = $1 AND name = 'available'`,
        [book.merchantId],
      );
    // Locked before there is anything to place: else a worker may be faster.
    await place();
    await book.record(1);
    await place();
    const entries =
      'SELECT max(seq)::integer AS seq FROM ledger_entries WHERE merchant_id = $1 AND amount_cents > 0';
    expect(await late.query(entries, [book.merchantId])).toEqual([{ seq: 61 }]);
    await verify();
    expect(await book.point()).toEqual({ seq: 60, posted: 60, isBroken: false });
    await late.rollbackTransaction();
    await late.release();
    await book.post(0);
    await verify();
    expect((await Promise.all(books.map((one) => one.point()))).map(({ seq }) => seq)).toEqual([61, 60, 60]);
    expect(await broken('live')).toEqual([]);
    expect(await broken('whole')).toEqual([]);
  });

  it.each([
    ['a balance that does not follow', 'balance_cents = 601', 'balance_cents = 600', [CHAIN]],
    ['another place of its kind', 'kind_seq = 7', 'kind_seq = 6', [PLACE]],
    ['another amount', 'amount_cents = 101', 'amount_cents = 100', [LINE, CHAIN]],
    ['a bound that was passed', 'balance_cents = -1', 'balance_cents = 600', [CHAIN, BOUND]],
    ['a gap', 'seq = 1006', 'seq = 6', [CHAIN]],
  ])('stops before %s, and says so until it is mended', async (_what, change, mended, rules) => {
    const [book, other] = [await Book.open(), await Book.open()];
    await book.post(3);
    await verify();
    await Promise.all([book.post(4), other.post(2)]);
    await book.plant(change, 6);
    // Before a round has met it, too: it is newer than what is verified.
    expect(await broken('live')).toEqual(expect.arrayContaining(rules));
    await verify();
    expect(await book.point()).toEqual({ seq: 3, posted: 7, isBroken: true });
    expect(await other.point()).toEqual({ seq: 2, posted: 2, isBroken: false });
    expect(await broken('live')).toEqual(expect.arrayContaining(rules));
    expect(await workers[0]?.get(Metrics, { strict: false }).registry.metrics()).toContain(
      'repasse_ledger_broken_accounts 1',
    );
    await book.plant(mended, 6, 1006);
    await verify();
    expect(await book.point()).toEqual({ seq: 7, posted: 7, isBroken: false });
    expect(await broken('live')).toEqual([]);
    expect(await broken('whole')).toEqual([]);
  });

  it('leaves what is corrupted behind it to the whole reading', async () => {
    const book = await Book.open();
    await book.post(6);
    await verify();
    await book.post(2);
    await verify();
    await book.plant('balance_cents = balance_cents + 1', 3);
    await verify();
    expect(await broken('live')).toEqual([]);
    expect(await broken('whole')).toEqual([CHAIN]);
    await book.plant('balance_cents = balance_cents - 1', 3);
  });

  it('knows its last entry: nothing is verified against another one', async () => {
    const book = await Book.open();
    await book.post(2);
    await verify();
    await book.post(1);
    // What follows from it as well.
    await book.plant('balance_cents = balance_cents + 1', 2, 3);
    expect(await broken('live')).toEqual([LAST, VERIFIED]);
    await verify();
    expect(await book.point()).toEqual({ seq: 2, posted: 3, isBroken: true });
    expect(await broken('live')).toEqual([LAST, VERIFIED]);
    await book.plant('balance_cents = balance_cents - 1', 2, 3);
    await verify();
    expect(await book.point()).toEqual({ seq: 3, posted: 3, isBroken: false });
    await expect(
      service.dataSource.query('UPDATE ledger_verified SET seq = seq - 1 WHERE merchant_id = $1', [
        book.merchantId,
      ]),
    ).rejects.toThrow('goes forward only');
  });

  it('is whole or as if it had not begun, when a process dies in the middle of a round', async () => {
    const [book, other] = [await Book.open(), await Book.open()];
    await book.post(1);
    await other.post(1);
    await verify();
    await book.post(3);
    await other.post(3);
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM ledger_verified WHERE merchant_id = $1 FOR UPDATE', [other.merchantId]);
    const round = workers[0]
      ?.get(VerifyLedgerUseCase)
      .execute()
      .then(
        () => 'ended',
        () => 'died',
      );
    await eventually(async () => {
      const [found] = await service.dataSource.query<{ pid: number }[]>(
        `SELECT pg_terminate_backend(pid) AS pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO ledger_verified%'
            AND pid <> pg_backend_pid()`,
      );
      expect(found).toBeDefined();
    });
    expect(await round).toBe('died');
    await holder.rollbackTransaction();
    await holder.release();
    expect([await book.point(), await other.point()]).toMatchObject([{ seq: 1 }, { seq: 1 }]);
    await verify(1);
    expect([await book.point(), await other.point()]).toMatchObject([{ seq: 4 }, { seq: 4 }]);
  });
});
