import { randomUUID } from 'node:crypto';
import { IdGenerator } from '../../../../src/common';
import { TxRunner } from '../../../../src/database';
import {
  bookAccount,
  ledgerInvariants,
  LedgerService,
  type NewTransaction,
  walletAccount,
} from '../../../../src/ledger';
import { findPgbench, needPgbench, NO_PGBENCH, pgbench } from '../pgbench';
import { makeEmptyTables, PLAIN_SCHEMA } from '../plain-tables';
import { compare } from '../rounds';
import type { Figure } from '../row';
import { statementOfRows } from '../statement';
import type { Form, Subject } from '../subject';
import { POSTED_ELSEWHERE, POSTED_TABLES } from './capture-rows';
import { type Ground, onGround, perSecond } from './ground';

const IN_FLIGHT = 32;
const MERCHANTS = { whole: 1_000, quick: 50 };

interface Book {
  readonly merchantId: string;
  readonly sellers: readonly [string, string];
}

async function measure(ground: Ground, form: Form): Promise<Figure[]> {
  const program = needPgbench();
  const { installation } = ground;
  const books = await makeBooks(ground, form.isQuick ? MERCHANTS.quick : MERCHANTS.whole);
  const postings = new Postings(ground);
  // Opens all accounts.
  for (let first = 0; first < books.length; first += IN_FLIGHT)
    await Promise.all(books.slice(first, first + IN_FLIGHT).map((book) => postings.post(book)));
  const against = `one merchant against ${books.length}`;
  const named = {
    id: 'books-3.hot',
    what: `captures posted, ${IN_FLIGHT} in flight: ${against}`,
    unit: 'transactions of 5 lines a second',
  };
  const ours = async (merchants: readonly Book[]): Promise<number> => {
    const { rate } = await perSecond(IN_FLIGHT, form.seconds, () => postings.postNext(merchants));
    // What waits is no part of the next side.
    await ground.postAll();
    return rate;
  };
  const hot = await compare({ ...named, reach: { atLeast: 0.95 } }, form.rounds, {
    product: () => ours(books.slice(0, 1)),
    limit: () => ours(books),
  });
  await postings.post(books[0]);
  const [last] = await installation.query<{ id: string }>(
    'SELECT resource_id AS id FROM ledger_transactions ORDER BY recorded_at DESC LIMIT 1',
  );
  await makeEmptyTables(installation, POSTED_TABLES);
  await makeBalances(ground, books.length);
  const inRow = async (merchants: number): Promise<number> => {
    const statement = await statementOfRows(installation, last?.id ?? '', POSTED_ELSEWHERE, {
      idTables: ['ledger_transactions'],
      also: [updatedBalances(merchants)],
    });
    const pressure = { clients: IN_FLIGHT, seconds: form.seconds };
    return (await pgbench(program, installation.databaseUrl, statement, pressure)).perSecond;
  };
  const kept = {
    ...{ ...named, id: 'books-3.kept-in-the-row', reach: null },
    what: `the same in one statement of pgbench that keeps each balance in its account's row: ${against}`,
  };
  const beside = await compare(kept, form.rounds, {
    product: () => inRow(1),
    limit: () => inRow(books.length),
  });
  const count = await installation.count('ledger_transactions');
  if (count !== postings.posted) throw new Error(`${count} transactions of ${postings.posted} posted`);
  await ground.postAll();
  await ground.assertRules(ledgerInvariants);
  return [hot, beside];
}

/** Merchants like one that the product made, each with its book. */
async function makeBooks({ installation }: Ground, count: number): Promise<Book[]> {
  const merchant = await installation.merchant();
  const ids = Array.from({ length: count }, () => randomUUID());
  await installation.query(
    `INSERT INTO merchants SELECT made.* FROM merchants AS m CROSS JOIN unnest($2::uuid[]) AS new (id)
      CROSS JOIN LATERAL jsonb_populate_record(m, jsonb_build_object('id', new.id)) AS made WHERE m.id = $1`,
    [merchant.id, ids],
  );
  await installation.query(
    `INSERT INTO books (merchant_id, opened_at, backfilled_at) SELECT id, now(), now() FROM unnest($1::uuid[]) AS new (id)`,
    [ids],
  );
  return ids.map((merchantId) => ({ merchantId, sellers: [randomUUID(), randomUUID()] }));
}

/** Captures of no charge: what is measured are the books alone. */
class Postings {
  posted = 0;
  private turn = 0;
  private readonly ledger = this.ground.get(LedgerService);
  private readonly transactions = this.ground.get(TxRunner);
  private readonly ids = this.ground.get(IdGenerator);

  constructor(private readonly ground: Ground) {}

  /** For one of these merchants after the other. */
  postNext(books: readonly Book[]): Promise<void> {
    this.turn += 1;
    return this.post(books[this.turn % books.length]);
  }

  async post(book: Book | undefined): Promise<void> {
    if (book === undefined) throw new Error('nobody to post for');
    const capture = captureOf(book, this.ids.next());
    await this.transactions.run((tx) => this.ledger.post(tx, [capture]));
    this.posted += 1;
  }
}

function captureOf({ merchantId, sellers: [first, second] }: Book, id: string): NewTransaction {
  return {
    ...{ merchantId, reference: `bench:${id}`, kind: 'capture', occurredAt: new Date() },
    resource: { type: 'charge', id },
    lines: [
      { account: bookAccount('clearing:sandbox'), amountCents: -10_000 },
      { account: bookAccount('fees:processing'), amountCents: 300 },
      { account: walletAccount(merchantId, 'waiting_funds'), amountCents: 1_700 },
      { account: walletAccount(first, 'waiting_funds'), amountCents: 4_000 },
      { account: walletAccount(second, 'waiting_funds'), amountCents: 4_000 },
    ],
  };
}

/** Five accounts a merchant, whose balances are in their rows. */
async function makeBalances({ installation }: Ground, merchants: number): Promise<void> {
  await installation.query(
    `CREATE TABLE ${PLAIN_SCHEMA}.balances (merchant integer, account integer, cents bigint, PRIMARY KEY (merchant, account))
       WITH (fillfactor = 50)`,
  );
  await installation.query(
    `INSERT INTO ${PLAIN_SCHEMA}.balances
     SELECT merchant, account, 0 FROM generate_series(1, ${merchants}) AS merchant CROSS JOIN generate_series(1, 5) AS account`,
  );
}

/** A part of pgbench's statement: the lines move the balances of one of these merchants. */
function updatedBalances(merchants: number): string {
  return `chosen AS MATERIALIZED (SELECT 1 + floor(random() * ${merchants})::integer AS merchant FROM ids),
    moved AS (INSERT INTO ${PLAIN_SCHEMA}.balances AS held (merchant, account, cents)
      SELECT chosen.merchant, line.account, line.cents
        FROM chosen CROSS JOIN unnest(ARRAY[1, 2, 3, 4, 5], ARRAY[-10000, 300, 1700, 4000, 4000]) AS line (account, cents)
      ON CONFLICT (merchant, account) DO UPDATE SET cents = held.cents + excluded.cents)`.replaceAll(
    /\s+/g,
    ' ',
  );
}

export const hotMerchant: Subject = {
  id: 'books-3',
  what: 'postings of one hot merchant against those of a thousand',
  isQuick: true,
  skip: () => (findPgbench() === null ? NO_PGBENCH : null),
  run: (site, form) => onGround(site, (ground) => measure(ground, form)),
};
