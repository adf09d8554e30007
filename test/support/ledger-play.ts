import {
  AlreadyReversedError,
  BoundPassedError,
  LedgerReader,
  LedgerService,
  type NewReversal,
  type NewTransaction,
  NothingToReverseError,
  type Posted,
  ReferenceTakenError,
} from '../../src/ledger';
import { LedgerRepository } from '../../src/ledger/ledger.repository';
import { Metrics } from '../../src/common/metrics';
import { PostLinesUseCase } from '../../src/ledger/post-lines.use-case';
import { TxRunner } from '../../src/database';
import { nameOf, type LedgerModel, type Refusal } from './ledger-model';
import type { TestService } from './service';

/** Thrown by whoever changes their mind. */
class ChangedMind extends Error {}

export interface Outcome {
  readonly posted: readonly Posted[];
  readonly refusal: Refusal | null;
}

interface EntryRow {
  readonly account: string;
  readonly seq: string;
  readonly reference: string;
  readonly cents: string;
  readonly balance: string;
  readonly posted_at: Date;
}

const BOUND: Readonly<Record<string, (cents: number) => boolean>> = {
  debt: (cents) => cents <= 0,
  other: (cents) => cents >= 0,
};

/** The real ledger on a real database, driven as its users drive it. */
export class LedgerPlay {
  readonly ledger: LedgerService;
  readonly reader: LedgerReader;
  private readonly transactions: TxRunner;
  private readonly posters: readonly PostLinesUseCase[];

  constructor(private readonly service: TestService) {
    const { api } = service;
    this.ledger = api.get(LedgerService, { strict: false });
    this.reader = api.get(LedgerReader, { strict: false });
    this.transactions = api.get(TxRunner, { strict: false });
    const repository = api.get(LedgerRepository, { strict: false });
    this.posters = [0, 1].map(() => new PostLinesUseCase(this.transactions, repository, new Metrics()));
  }

  /** @param first what is locked before, and what the caller thinks of what is there */
  async post(
    wanted: readonly (NewTransaction | NewReversal)[],
    { ends = 'commit', first }: { ends?: 'commit' | 'rollback'; first?: NewTransaction['lines'] } = {},
  ): Promise<Outcome & { readonly held: readonly number[] }> {
    let held: number[] = [];
    let posted: Posted[] = [];
    try {
      await this.transactions.run(async (tx) => {
        const merchantId = wanted[0]?.merchantId ?? '';
        if (first !== undefined)
          held = await this.ledger.lock(
            tx,
            merchantId,
            first.map(({ account }) => account),
          );
        posted = await this.ledger.post(tx, wanted);
        if (ends === 'rollback') throw new ChangedMind();
      });
      return { posted, refusal: null, held };
    } catch (error) {
      if (error instanceof ChangedMind) return { posted, refusal: null, held };
      return { posted: [], refusal: refusalOf(error), held };
    }
  }

  /** A round of one of two posters. */
  async postLines(which = 0): Promise<void> {
    await this.posters[which % this.posters.length]?.execute();
  }

  /** Every balance, posted or not, is the model's, and the book sums to 0. */
  async compareBalances(merchantId: string, model: LedgerModel): Promise<void> {
    const book = await this.reader.listOfBook(merchantId);
    const found = book.filter(({ balanceCents }) => balanceCents !== 0);
    const wanted = [...model.balances].filter(([, cents]) => cents !== 0);
    expect(found.map(({ account, balanceCents }) => `${nameOf(account)} ${balanceCents}`).sort()).toEqual(
      wanted.map(([name, cents]) => `${name} ${cents}`).sort(),
    );
    expect(book.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0);
  }

  /** After all lines are posted: each account's entries count from 1, their balances follow, none passes a bound. */
  async compareEntries(merchantId: string, model: LedgerModel): Promise<void> {
    await this.drain(merchantId);
    const rows = await this.service.dataSource.query<EntryRow[]>(
      `SELECT concat(a.wallet_id::text, ' ', a.name) AS account, e.seq, t.reference, e.amount_cents AS cents,
              e.balance_cents AS balance, e.posted_at
         FROM ledger_entries e
         JOIN ledger_accounts a ON a.merchant_id = e.merchant_id AND a.id = e.account_id
         JOIN ledger_transactions t ON t.merchant_id = e.merchant_id AND t.id = e.transaction_id
        WHERE e.merchant_id = $1 ORDER BY account, e.seq`,
      [merchantId],
    );
    for (const [account, lines] of model.lines) {
      const own = rows.filter((row) => row.account === account);
      expect(new Map(own.map(({ reference, cents }) => [reference, Number(cents)]))).toEqual(lines);
      expectToFollow(account, own);
    }
    expect(rows).toHaveLength([...model.lines.values()].reduce((sum, { size }) => sum + size, 0));
  }

  async drain(merchantId: string): Promise<void> {
    for (let rounds = 0; rounds < 1_000; rounds += 1) {
      await this.postLines();
      const [waiting] = await this.service.dataSource.query<{ lines: string }[]>(
        'SELECT count(*) AS lines FROM ledger_tail WHERE merchant_id = $1',
        [merchantId],
      );
      if (waiting?.lines === '0') return;
    }
    throw new Error('lines wait though the poster runs');
  }
}

function expectToFollow(account: string, rows: readonly EntryRow[]): void {
  let cents = 0;
  let at = 0;
  const isWithin = BOUND[account.endsWith(' debt') ? 'debt' : 'other'];
  for (const [place, row] of rows.entries()) {
    cents += Number(row.cents);
    expect({ account, seq: Number(row.seq), balance: Number(row.balance) }).toEqual({
      account,
      seq: place + 1,
      balance: cents,
    });
    if (!account.startsWith(' '))
      expect({ account, cents, isWithin: isWithin?.(cents) }).toMatchObject({ isWithin: true });
    expect(row.posted_at.getTime()).toBeGreaterThanOrEqual(at);
    at = row.posted_at.getTime();
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof BoundPassedError) return 'bound';
  if (error instanceof ReferenceTakenError) return 'reference';
  if (error instanceof AlreadyReversedError) return 'reversed';
  if (error instanceof NothingToReverseError) return 'nothing';
  throw error;
}
