import { type AccountRef, accountId, isAuthorised } from './accounts.rules';

export const MAX_LINES = 500;
/** Of one line, as `is_ledger_posting` has it. */
const MAX_LINE_CENTS = 1_000_000_000_000_000;

/** A signed amount on an account: above 0 it credits, below it debits. */
export interface Line {
  readonly account: AccountRef;
  readonly amountCents: number;
}

/** One line an account, none of 0: what a transaction has. */
export function sumLines(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const { account, amountCents } of lines) {
    const key = `${account.walletId ?? ''} ${account.name}`;
    sums.set(key, { account, amountCents: (sums.get(key)?.amountCents ?? 0) + amountCents });
  }
  return [...sums.values()].filter(({ amountCents }) => amountCents !== 0);
}

interface Cause {
  readonly merchantId: string;
  /** What happened, once: `charge:<id>:captured`. */
  readonly reference: string;
  /** Of its entries: `capture`. */
  readonly kind: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly occurredAt: Date;
  /** In words, where whoever caused it said any. */
  readonly description?: string | null;
}

/** Lines on accounts of one merchant that sum to 0, one line an account. */
export interface NewTransaction extends Cause {
  readonly lines: readonly Line[];
}

/** The exact negative of an earlier transaction of the same merchant. */
export interface NewReversal extends Cause {
  /** The reference of the other one. */
  readonly reverses: string;
}

/** A transaction as its row has it: lines in the order of their accounts. */
export interface TransactionRow extends Cause {
  readonly id: string;
  readonly accountIds: readonly string[];
  readonly amountsCents: readonly number[];
  readonly reversesId: string | null;
  /** Accounts that it moves towards their bounds: by id, the line. */
  readonly authorised: ReadonlyMap<string, Line>;
}

export function isReversal(wanted: NewTransaction | NewReversal): wanted is NewReversal {
  return 'reverses' in wanted;
}

/** Throws what only a fault of ours can bring about: the books are not the place to find out. */
export function toRow(id: string, transaction: NewTransaction): TransactionRow {
  const { merchantId, reference, kind, resource, occurredAt, description = null, lines } = transaction;
  const placed = lines
    .map((line) => ({ line, accountId: accountId(merchantId, line.account) }))
    .sort((left, right) => compareIds(left.accountId, right.accountId));
  assertBalanced(reference, lines);
  if (new Set(placed.map((one) => one.accountId)).size < placed.length)
    throw new Error(`${reference}: two lines on one account; sum them`);
  const authorised = placed.filter(({ line }) => isAuthorised(line.account, line.amountCents));
  return {
    id,
    merchantId,
    reference,
    kind,
    resource,
    occurredAt,
    description,
    accountIds: placed.map((one) => one.accountId),
    amountsCents: placed.map(({ line }) => line.amountCents),
    reversesId: null,
    authorised: new Map(authorised.map((one) => [one.accountId, one.line])),
  };
}

function assertBalanced(reference: string, lines: readonly Line[]): void {
  if (lines.length < 2 || lines.length > MAX_LINES)
    throw new Error(`${reference}: a transaction has 2 to ${MAX_LINES} lines`);
  for (const { amountCents } of lines) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0 || Math.abs(amountCents) > MAX_LINE_CENTS)
      throw new Error(`${reference}: a line of ${amountCents} cents`);
  }
  const total = lines.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
  if (total !== 0n) throw new Error(`${reference}: the lines sum to ${total}, not to 0`);
}

/** The same cents on the same accounts. */
export function sameLines(
  left: Pick<TransactionRow, 'accountIds' | 'amountsCents' | 'reversesId'>,
  right: Pick<TransactionRow, 'accountIds' | 'amountsCents' | 'reversesId'>,
): boolean {
  return (
    left.reversesId === right.reversesId &&
    left.accountIds.length === right.accountIds.length &&
    left.accountIds.every((id, at) => id === right.accountIds[at]) &&
    left.amountsCents.every((cents, at) => cents === right.amountsCents[at])
  );
}

/** As PostgreSQL compares UUIDs: by their bytes, which lower-case hexadecimal digits keep. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
