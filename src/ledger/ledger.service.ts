import { Injectable } from '@nestjs/common';
import { boundedCache, IdGenerator } from '../common';
import { afterCommit, isConstraintViolation, type Tx } from '../database';
import { type AccountRef, accountId } from './accounts.rules';
import {
  AlreadyReversedError,
  BoundPassedError,
  NothingToReverseError,
  ReferenceTakenError,
} from './ledger-errors';
import { LedgerRepository } from './ledger.repository';
import { LedgerTransactionRepository } from './transactions/ledger-transaction.repository';
import {
  compareIds,
  isReversal,
  type NewReversal,
  type NewTransaction,
  sameLines,
  toRow,
  type TransactionRow,
} from './posting.rules';

/** A transaction that stands in the book, whether this posting wrote it or an earlier one. */
export interface Posted {
  readonly reference: string;
  readonly isNew: boolean;
}

/** Accounts of one book. */
export interface BookAccounts {
  readonly merchantId: string;
  readonly accounts: readonly AccountRef[];
}

/** Of one statement. Whoever posts more has locked all accounts before, and posts them in the order in which they happened. */
const MAX_TRANSACTIONS = 500;
/** Accounts that are known to be open: they are never closed. */
const KNOWN_ACCOUNTS = 50_000;

/** What a transaction of the database has done with the books: each once, so that locks have one order. */
interface Use {
  /** What the accounts hold that it has locked, by id. */
  locked: Map<string, number> | null;
  hasPosted: boolean;
}

/**
 * The one way into the books (decision 0032). It works in the transaction of the change that causes a posting, so there is no
 * instant with the one and without the other. Lock order: the cause's records first, then accounts.
 */
@Injectable()
export class LedgerService {
  private readonly uses = new WeakMap<Tx, Use>();
  private readonly open = boundedCache<true>(KNOWN_ACCOUNTS);

  constructor(
    private readonly ledger: LedgerRepository,
    private readonly transactions: LedgerTransactionRepository,
    private readonly ids: IdGenerator,
  ) {}

  /**
   * Locks accounts of one book until the end of the transaction and answers what each holds, in cents and in the order asked
   * for: nobody else takes anything out of them meanwhile. Once in a transaction, before `post`.
   */
  async lock(tx: Tx, merchantId: string, accounts: readonly AccountRef[]): Promise<number[]> {
    const use = this.unlocked(tx);
    const byId = new Map(accounts.map((account) => [accountId(merchantId, account), account]));
    await this.openAccounts(tx, merchantId, byId);
    const locked = await this.ledger.lock(tx, merchantId, [...byId.keys()]);
    use.locked = locked;
    return accounts.map((account) => locked.get(accountId(merchantId, account)) ?? 0);
  }

  /**
   * As lock, of several books, in the order of theirs; for work that would rather be done otherwise than wait: refused when somebody
   * else holds one of the accounts for longer.
   */
  async lockSoon(tx: Tx, books: readonly BookAccounts[], withinMs: number): Promise<number[][]> {
    const use = this.unlocked(tx);
    const wanted: { merchantId: string; id: string }[] = [];
    for (const book of [...books].sort((left, right) => compareIds(left.merchantId, right.merchantId))) {
      const { merchantId } = book;
      const refs = new Map(book.accounts.map((account) => [accountId(merchantId, account), account]));
      await this.openAccounts(tx, merchantId, refs);
      for (const id of refs.keys()) wanted.push({ merchantId, id });
    }
    const locked = await this.ledger.lockSoon(tx, wanted, withinMs);
    use.locked = locked;
    return books.map(({ merchantId, accounts }) =>
      accounts.map((account) => locked.get(accountId(merchantId, account)) ?? 0),
    );
  }

  /**
   * Writes transactions into the books, each once by its reference: one that stands there with the same lines is left alone.
   * Once in a database transaction.
   *
   * Throws BoundPassedError, ReferenceTakenError, AlreadyReversedError, NothingToReverseError.
   */
  async post(tx: Tx, wanted: readonly (NewTransaction | NewReversal)[]): Promise<Posted[]> {
    const use = this.useOf(tx);
    if (use.hasPosted) throw new Error('a transaction posts once: post everything together');
    use.hasPosted = true;
    if (new Set(wanted.map(({ merchantId, reference }) => `${merchantId} ${reference}`)).size < wanted.length)
      throw new Error('a reference stands twice in one posting');
    if (wanted.length > MAX_TRANSACTIONS && use.locked === null)
      throw new Error(`more than ${MAX_TRANSACTIONS} in one posting, and no accounts locked`);
    const posted: Posted[] = [];
    for (let at = 0; at < wanted.length; at += MAX_TRANSACTIONS)
      posted.push(...(await this.postTogether(tx, use, wanted.slice(at, at + MAX_TRANSACTIONS))));
    return posted;
  }

  private async postTogether(
    tx: Tx,
    use: Use,
    wanted: readonly (NewTransaction | NewReversal)[],
  ): Promise<Posted[]> {
    const rows = await this.rowsOf(tx, wanted);
    assertLocked(use, rows);
    // Two postings of the same references meet in one order.
    const inOrder = [...rows].sort(
      (left, right) =>
        compareIds(left.merchantId, right.merchantId) || compareIds(left.reference, right.reference),
    );
    const added = await this.insert(tx, inOrder);
    await this.compare(
      tx,
      rows.filter(({ id }) => !added.has(id)),
    );
    return rows.map(({ id, reference }) => ({ reference, isNew: added.has(id) }));
  }

  private unlocked(tx: Tx): Use {
    const use = this.useOf(tx);
    if (use.locked !== null || use.hasPosted) throw new Error('accounts are locked once, before posting');
    return use;
  }

  private useOf(tx: Tx): Use {
    const use = this.uses.get(tx) ?? { locked: null, hasPosted: false };
    this.uses.set(tx, use);
    return use;
  }

  private async rowsOf(tx: Tx, wanted: readonly (NewTransaction | NewReversal)[]): Promise<TransactionRow[]> {
    const rows: TransactionRow[] = [];
    const opened = new Map<string, Map<string, AccountRef>>();
    for (const one of wanted) {
      if (isReversal(one)) {
        rows.push(reversalWithin(this.ids.next(), one, wanted, rows) ?? (await this.reversalOf(tx, one)));
        continue;
      }
      rows.push(toRow(this.ids.next(), one));
      const accounts = opened.get(one.merchantId) ?? new Map<string, AccountRef>();
      for (const { account } of one.lines) accounts.set(accountId(one.merchantId, account), account);
      opened.set(one.merchantId, accounts);
    }
    for (const [merchantId, accounts] of [...opened].sort(([left], [right]) => compareIds(left, right)))
      await this.openAccounts(tx, merchantId, accounts);
    return rows;
  }

  private async reversalOf(tx: Tx, { reverses, ...cause }: NewReversal): Promise<TransactionRow> {
    const [reversed] = await this.transactions.listByReference(cause.merchantId, [reverses], tx);
    if (reversed === undefined) throw new NothingToReverseError(reverses);
    const lines = reversed.lines.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
    return { ...toRow(this.ids.next(), { ...cause, lines }), reversesId: reversed.id };
  }

  private async openAccounts(
    tx: Tx,
    merchantId: string,
    accounts: ReadonlyMap<string, AccountRef>,
  ): Promise<void> {
    const unknown = new Map([...accounts].filter(([id]) => !this.open.has(id)));
    if (unknown.size === 0) return;
    await this.ledger.insertAccounts(tx, merchantId, unknown);
    afterCommit(tx, () => {
      for (const id of unknown.keys()) this.open.set(id, true);
    });
  }

  private async insert(tx: Tx, rows: readonly TransactionRow[]): Promise<Set<string>> {
    try {
      return await this.ledger.insert(tx, rows);
    } catch (error) {
      if (isConstraintViolation(error, 'ck_ledger_accounts_bounds')) throw new BoundPassedError();
      if (isConstraintViolation(error, 'uq_ledger_transactions_reverses')) throw new AlreadyReversedError();
      throw error;
    }
  }

  /** What stands under these references already is what was to be written. */
  private async compare(tx: Tx, rows: readonly TransactionRow[]): Promise<void> {
    for (const merchantId of new Set(rows.map((row) => row.merchantId))) {
      const own = rows.filter((row) => row.merchantId === merchantId);
      const references = own.map(({ reference }) => reference);
      const standing = await this.transactions.listByReference(merchantId, references, tx);
      for (const row of own) {
        const other = standing.find(({ reference }) => reference === row.reference);
        if (other === undefined) throw new Error(`${row.reference} is neither written nor there`);
        const amountsCents = other.lines.map(({ amountCents }) => amountCents);
        if (!sameLines(row, { ...other, amountsCents })) throw new ReferenceTakenError(row.reference);
      }
    }
  }
}

/** The reversal of what is posted before it in the same posting; null where that stands in the book already, or nowhere. */
function reversalWithin(
  id: string,
  { reverses, ...cause }: NewReversal,
  wanted: readonly (NewTransaction | NewReversal)[],
  rows: readonly TransactionRow[],
): TransactionRow | null {
  const at = rows.findIndex((row) => row.merchantId === cause.merchantId && row.reference === reverses);
  const [row, reversed] = [rows[at], wanted[at]];
  if (row === undefined || reversed === undefined || isReversal(reversed)) return null;
  const lines = reversed.lines.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
  return { ...toRow(id, { ...cause, lines }), reversesId: row.id };
}

/** Who has locked accounts locks no others by posting: two who did so in different orders would wait for each other. */
function assertLocked({ locked }: Use, rows: readonly TransactionRow[]): void {
  if (locked === null) return;
  for (const { reference, authorised } of rows) {
    const other = [...authorised].find(([id]) => !locked.has(id));
    if (other !== undefined)
      throw new Error(`${reference}: ${other[1].account.name} was not locked with the others`);
  }
}
