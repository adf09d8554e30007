import type { AccountAccess, ProviderOutcome } from './provider.port';

export const PAYOUT_METHODS = ['pix', 'ted'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** Where money is sent to. */
export type PayoutTarget =
  | { readonly kind: 'pix_key'; readonly keyType: string; readonly key: string }
  | {
      readonly kind: 'bank_account';
      /** Of the bank in the payment system. */
      readonly ispb: string;
      /** Of the bank in account details; null: it has none. */
      readonly bankCode: string | null;
      readonly branch: string;
      readonly account: string;
      readonly accountDigit: string;
      readonly accountType: string;
      readonly holderName: string;
      readonly holderTaxId: string;
    };

/** Whose account it is, as the institution knows it. */
export interface Holder {
  readonly name: string;
  readonly taxId: string;
}

export interface ResolveRequest {
  readonly target: PayoutTarget;
  /** Who it has to belong to; null where the owner has told no tax number. */
  readonly owner: { readonly name: string; readonly taxId: string | null };
}

export interface PayoutRequest {
  readonly target: PayoutTarget;
  readonly method: PayoutMethod;
  /** What arrives. */
  readonly amountCents: number;
  readonly description: string | null;
}

/** What proves that money arrived. */
export interface PayoutProof {
  /** Of a Pix. */
  readonly endToEndId: string | null;
  readonly authentication: string | null;
}

/** What an institution tells of a payout of its own accord. */
export type PayoutNotification =
  | ({ readonly kind: 'payout_paid'; readonly reference: string } & PayoutProof)
  | { readonly kind: 'payout_failed'; readonly reference: string; readonly code: string }
  | {
      readonly kind: 'payout_returned';
      readonly reference: string;
      /** The institution's name of this return: told twice under it, it is one. */
      readonly returnId: string;
      readonly amountCents: number;
      readonly reason: string | null;
      readonly at: Date;
    };

const OF_PAYOUTS: readonly string[] = ['payout_paid', 'payout_failed', 'payout_returned'];

export function isPayoutNotification<Notification extends { readonly kind: string }>(
  notification: Notification,
): notification is Extract<Notification, PayoutNotification> {
  return OF_PAYOUTS.includes(notification.kind);
}

/** An institution that sends money on. */
export interface PayoutPort {
  /** How it reaches bank accounts; Pix keys are always paid by pix. */
  readonly bankAccountsBy: PayoutMethod;
  /** Whose account it is (`holder` of the outcome); refused when there is none such. */
  resolve(account: AccountAccess, key: string, request: ResolveRequest): Promise<ProviderOutcome>;
  /** Sends money: done with its proof (`payout`), or pending until a notification or a look-up tells. */
  pay(account: AccountAccess, key: string, request: PayoutRequest): Promise<ProviderOutcome>;
}
