import { type AccountRef, bookAccount, type BookAccountName, type Line, walletAccount } from '../../ledger';

/** Of the wallet; what its other accounts hold is what receivables, refunds, withdrawals, disputes, holds and reserves say. */
const OF_WALLET = ['available', 'debt'] as const;
/** Of the book; what is due from a provider is what was captured, refunded, disputed and reported. */
const OF_BOOK = [
  'fees:processing',
  'fees:anticipation',
  'fees:withdrawal',
  'fees:dispute',
  'losses',
  'suspense',
] as const;
/** Such accounts are there once something was posted to them: a name that is mistyped opens none. */
const OF_PROVIDER = '(?:cash|costs):[a-z0-9_-]{1,40}';

/** The names of accounts that operators may adjust. */
export const ADJUSTABLE = `^(?:${[...OF_WALLET, ...OF_BOOK].join('|')}|${OF_PROVIDER})$`;

/** The account that a name means in the path of a wallet. */
export function accountNamed(walletId: string, name: string): AccountRef {
  const own = OF_WALLET.find((one) => one === name);
  return own === undefined ? bookAccount(name as BookAccountName) : walletAccount(walletId, own);
}

/** Whether there is an account of this name only once something was posted to it. */
export function isOfProvider(name: string): boolean {
  return new RegExp(`^${OF_PROVIDER}$`).test(name);
}

export function adjustmentLines(
  walletId: string,
  debit: string,
  credit: string,
  amountCents: number,
): Line[] {
  return [
    { account: accountNamed(walletId, debit), amountCents: -amountCents },
    { account: accountNamed(walletId, credit), amountCents },
  ];
}
