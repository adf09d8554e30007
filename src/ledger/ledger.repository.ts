import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared, type Reading, together, type Tx } from '../database';
import { type AccountRef, boundsOf } from './accounts.rules';
import type { AccountBalance, WalletBalances, WalletRef } from './ledger.types';
import { compareIds, type TransactionRow } from './posting.rules';

/** Where the poster goes on: after this account. */
export interface PosterPlace {
  readonly merchantId: string;
  readonly accountId: string;
}

/** What one round of the poster did. */
export interface PosterRound {
  /** Lines that it looked at; the rest of their accounts' lines came along. */
  readonly seen: number;
  readonly posted: number;
  /** The last account that it looked at; null when nothing waits after the place where it began. */
  readonly last: PosterPlace | null;
}

interface NamedAccount {
  readonly walletId: string | null;
  readonly name: string;
}

/** Of a transaction; those of its lines come as texts, for PostgreSQL's arrays of arrays are all of one length. */
const COLUMNS = {
  merchant_id: 'uuid',
  id: 'uuid',
  reference: 'text',
  kind: 'text',
  resource_type: 'text',
  resource_id: 'uuid',
  account_ids: 'text',
  amounts_cents: 'text',
  reverses_id: 'uuid',
  occurred_at: 'timestamptz',
  description: 'text',
};

const INSERT = insertText();

const BALANCE = `account.posted_cents + coalesce((SELECT sum(line.amount_cents) FROM ledger_tail AS line
  WHERE line.merchant_id = account.merchant_id AND line.account_id = account.id), 0)`;

/** Before everybody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const LOCK = prepared(
  'SELECT account_id AS id, balance_cents AS cents FROM lock_ledger_accounts($1::uuid, $2::uuid[])',
);
const LOCK_WITHIN = prepared(`SELECT set_config('lock_timeout', $1, true)`);
const PLACE = prepared('SELECT place_ledger_lines($1::uuid[], $2::uuid[], NULL)');
const HELD = prepared(
  `SELECT account.id, account.posted_cents AS cents FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS key (merchant_id, id)
     JOIN ledger_accounts AS account USING (merchant_id, id)`,
);
const POST = prepared(
  `SELECT seen, posted, last_merchant AS "merchantId", last_account AS "accountId"
     FROM post_ledger_lines($1::uuid, $2::uuid, $3::integer)`,
);
const BALANCES_OF_WALLET = prepared(
  `SELECT account.wallet_id AS "walletId", account.name, ${BALANCE} AS cents
     FROM ledger_accounts AS account WHERE account.merchant_id = $1 AND account.wallet_id = $2`,
);

const BALANCES_OF_WALLETS = prepared(
  `SELECT account.wallet_id AS "walletId", account.name, account.cents
     FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS wanted (merchant_id, wallet_id)
    CROSS JOIN LATERAL (
      SELECT account.wallet_id, account.name, ${BALANCE} AS cents FROM ledger_accounts AS account
       WHERE account.merchant_id = wanted.merchant_id AND account.wallet_id = wanted.wallet_id
      OFFSET 0) AS account`,
);

/** The books' tables. They have no entities: what comes in goes by one statement, and nothing is ever saved again. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Accounts that there may be already, in the order of their ids, as everybody opens them. */
  async insertAccounts(tx: Tx, merchantId: string, accounts: ReadonlyMap<string, AccountRef>): Promise<void> {
    const rows = [...accounts].sort(([left], [right]) => compareIds(left, right));
    const bounds = rows.map(([, account]) => boundsOf(account));
    await tx.query(
      `INSERT INTO ledger_accounts (merchant_id, id, wallet_id, name, min_cents, max_cents)
       SELECT $1::uuid, id, wallet_id, name, min_cents, max_cents
         FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[])
           AS wanted (id, wallet_id, name, min_cents, max_cents)
       ON CONFLICT DO NOTHING`,
      [
        merchantId,
        rows.map(([id]) => id),
        rows.map(([, { walletId }]) => walletId),
        rows.map(([, { name }]) => name),
        bounds.map(({ minCents }) => minCents),
        bounds.map(({ maxCents }) => maxCents),
      ],
    );
  }

  /** Locks accounts in the order of their ids, posts what waits for them, and answers what they hold. */
  async lock(tx: Tx, merchantId: string, accountIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ id: string; cents: string }[]>(LOCK, [merchantId, accountIds]);
    return new Map(rows.map(({ id, cents }) => [id, toCents(cents)]));
  }

  /** As lock, of several books; refused when somebody else holds one of the accounts for longer. */
  async lockSoon(
    tx: Tx,
    accounts: readonly { readonly merchantId: string; readonly id: string }[],
    withinMs: number,
  ): Promise<Map<string, number>> {
    const keys = [accounts.map(({ merchantId }) => merchantId), accounts.map(({ id }) => id)];
    const [, , rows] = await together<[unknown, unknown, { id: string; cents: string }[]]>(tx, [
      () => tx.query(LOCK_WITHIN, [String(withinMs)]),
      () => tx.query(PLACE, keys),
      () => tx.query(HELD, keys),
    ]);
    return new Map(rows.map(({ id, cents }) => [id, toCents(cents)]));
  }

  /** Answers the ids of those that were new: a reference that there is already is left alone. */
  async insert(tx: Tx, rows: readonly TransactionRow[]): Promise<Set<string>> {
    const column = <Value>(valueOf: (row: TransactionRow) => Value): Value[] => rows.map(valueOf);
    const added = await tx.query<{ id: string }[]>(INSERT, [
      column((row) => row.merchantId),
      column((row) => row.id),
      column((row) => row.reference),
      column((row) => row.kind),
      column((row) => row.resource.type),
      column((row) => row.resource.id),
      column((row) => `{${row.accountIds.join()}}`),
      column((row) => `{${row.amountsCents.join()}}`),
      column((row) => row.reversesId),
      column((row) => row.occurredAt),
      column((row) => row.description ?? null),
    ]);
    return new Set(added.map(({ id }) => id));
  }

  /** One round of the poster: at most so many lines, of accounts after this place that nobody holds. */
  async postLines(tx: Tx, after: PosterPlace, most: number): Promise<PosterRound> {
    const [round] = await tx.query<RoundResult[]>(POST, [after.merchantId, after.accountId, most]);
    if (round === undefined) throw new Error('a round of the poster answers one row');
    const { merchantId, accountId: last } = round;
    return {
      seen: Number(round.seen),
      posted: Number(round.posted),
      last: merchantId === null || last === null ? null : { merchantId, accountId: last },
    };
  }

  /** Lines that wait for their place, so many at most, and for how long the oldest of them has. */
  async getTail(most: number): Promise<{ lines: number; oldestSeconds: number }> {
    const [tail] = await this.dataSource.manager.query<{ lines: number; seconds: number }[]>(
      `SELECT count(*)::integer AS lines,
              coalesce(greatest(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0), 0)::float8 AS seconds
         FROM (SELECT recorded_at FROM ledger_tail LIMIT $1) AS waiting`,
      [most],
    );
    return { lines: tail?.lines ?? 0, oldestSeconds: tail?.seconds ?? 0 };
  }

  /** Exact at the moment of the statement: what is posted and what still waits, in one snapshot. */
  async listBalances(
    merchantId: string,
    walletId: string | null,
    manager: Reading = this.dataSource.manager,
  ): Promise<AccountBalance[]> {
    const ofWallet = walletId !== null;
    const rows = await manager.query<{ walletId: string | null; name: string; cents: string }[]>(
      ofWallet
        ? BALANCES_OF_WALLET
        : `SELECT account.wallet_id AS "walletId", account.name, ${BALANCE} AS cents
             FROM ledger_accounts AS account WHERE account.merchant_id = $1
            ORDER BY account.wallet_id NULLS FIRST, account.name`,
      ofWallet ? [merchantId, walletId] : [merchantId],
    );
    return rows.map(({ walletId: id, name, cents }) => ({
      account: toAccount({ walletId: id, name }),
      balanceCents: toCents(cents),
    }));
  }

  /** A debt is posted with what causes it; what pays it may still wait. */
  async listPayableDebts(after: WalletRef | null, limit: number): Promise<WalletRef[]> {
    return this.dataSource.manager.query(
      `SELECT debt.merchant_id AS "merchantId", debt.wallet_id AS "walletId"
         FROM ledger_accounts AS debt
        WHERE debt.name = 'debt' AND debt.posted_cents < 0
          AND (debt.merchant_id, debt.wallet_id) > ($1::uuid, $2::uuid)
          AND EXISTS (SELECT 1 FROM ledger_accounts AS account
                       WHERE account.merchant_id = debt.merchant_id AND account.wallet_id = debt.wallet_id
                         AND account.name = 'available' AND ${BALANCE} > 0)
        ORDER BY debt.merchant_id, debt.wallet_id LIMIT $3`,
      [after?.merchantId ?? NOBODY, after?.walletId ?? NOBODY, limit],
    );
  }

  /** Of a page of wallets in one snapshot; a wallet nothing was ever posted to is missing. */
  async listBalancesOfWallets(
    wallets: readonly WalletRef[],
    manager: Reading = this.dataSource.manager,
  ): Promise<Map<string, WalletBalances>> {
    const found = new Map<string, Record<string, number>>();
    if (wallets.length === 0) return found;
    const rows = await manager.query<{ walletId: string; name: string; cents: string }[]>(
      BALANCES_OF_WALLETS,
      [wallets.map(({ merchantId }) => merchantId), wallets.map(({ walletId }) => walletId)],
    );
    for (const { walletId, name, cents } of rows)
      found.set(walletId, { ...found.get(walletId), [name]: toCents(cents) });
    return found;
  }
}

interface RoundResult {
  readonly seen: string;
  readonly posted: string;
  readonly merchantId: string | null;
  readonly accountId: string | null;
}

/** How many there are is hidden from the planner (decision 0028). */
function insertText(): string {
  const names = Object.keys(COLUMNS);
  const given = Object.values(COLUMNS).map((type, place) =>
    place === 0 ? `(SELECT $1::${type}[])` : `$${place + 1}::${type}[]`,
  );
  const values = names.map((name) => {
    if (name === 'account_ids') return 'new.account_ids::uuid[]';
    return name === 'amounts_cents' ? 'new.amounts_cents::bigint[]' : `new.${name}`;
  });
  return prepared(
    `INSERT INTO ledger_transactions (${names.join(', ')})
     SELECT ${values.join(', ')} FROM unnest(${given.join(', ')}) AS new (${names.join(', ')})
     ON CONFLICT (merchant_id, reference) DO NOTHING RETURNING id`,
  );
}

/** Names of accounts are checked by the table. */
function toAccount({ walletId, name }: NamedAccount): AccountRef {
  return { walletId, name } as AccountRef;
}

/** PostgreSQL hands bigint over as text. */
export function toCents(text: string): number {
  const cents = Number(text);
  if (!Number.isSafeInteger(cents)) throw new RangeError('the amount is larger than a double holds exactly');
  return cents;
}
