import { createHash } from 'node:crypto';

/** The accounts that every wallet has, in the order in which they are shown (money contract §11). */
export const WALLET_ACCOUNTS = [
  'available',
  'waiting_funds',
  'in_transit',
  'blocked',
  'reserve',
  'debt',
] as const;
export type WalletAccountName = (typeof WALLET_ACCOUNTS)[number];

/** Accounts of the book itself: the operator's revenue, what lies with a provider, what is lost or not yet explained. */
export type BookAccountName =
  | `fees:${'processing' | 'anticipation' | 'withdrawal' | 'dispute'}`
  | `${'clearing' | 'cash' | 'costs'}:${string}`
  | 'losses'
  | 'suspense';

/** An account of one merchant's book, by what it is. */
export type AccountRef =
  | { readonly walletId: string; readonly name: WalletAccountName }
  | { readonly walletId: null; readonly name: BookAccountName };

/** What a balance may not pass, in cents; null on the side where there is no bound. */
export interface Bounds {
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

export function walletAccount(walletId: string, name: WalletAccountName): AccountRef {
  return { walletId, name };
}

export function bookAccount(name: BookAccountName): AccountRef {
  return { walletId: null, name };
}

/** As `ck_ledger_accounts_kind` has it. */
export function boundsOf({ walletId, name }: AccountRef): Bounds {
  if (walletId === null) return { minCents: null, maxCents: null };
  return name === 'debt' ? { minCents: null, maxCents: 0 } : { minCents: 0, maxCents: null };
}

/** Whether a line moves an account towards its bound: then it must be allowed by what is there. */
export function isAuthorised(account: AccountRef, amountCents: number): boolean {
  const { minCents, maxCents } = boundsOf(account);
  return (amountCents < 0 ? minCents : maxCents) !== null;
}

/**
 * The id of an account, made of what it is: whoever names an account need not look for it. A UUID of version 8 (RFC 9562),
 * whose bits are the maker's affair.
 */
export function accountId(merchantId: string, { walletId, name }: AccountRef): string {
  const hash = createHash('sha256')
    .update(`${merchantId} ${walletId ?? ''} ${name}`.toLowerCase())
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
