import type { RefundMovement, TakenFrom } from '../../charges';
import {
  type AccountRef,
  bookAccount,
  type Line,
  type NewTransaction,
  sumLines,
  walletAccount,
  type WalletAccountName,
} from '../../ledger';

/** The account that each source takes from. */
const ACCOUNTS: Readonly<Record<TakenFrom['source'], WalletAccountName>> = {
  receivable: 'waiting_funds',
  available: 'available',
  debt: 'debt',
};

/** What a posting of a refund names (money contract §11). */
export function refundCause(
  { merchantId, refundId, at }: RefundMovement,
  what: 'held' | 'settled' | 'released',
): Omit<NewTransaction, 'lines'> {
  return {
    merchantId,
    reference: `refund:${refundId}:${what}`,
    kind: 'refund',
    resource: { type: 'refund', id: refundId },
    occurredAt: at,
  };
}

/** What is held when it is asked for. */
export function heldTransaction(refund: RefundMovement, taken: readonly TakenFrom[]): NewTransaction {
  return {
    ...refundCause(refund, 'held'),
    lines: [
      ...linesOf(taken, ({ walletId, source }) => walletAccount(walletId, ACCOUNTS[source]), -1),
      ...linesOf(taken, ({ walletId }) => walletAccount(walletId, 'in_transit'), 1),
    ],
  };
}

/** What is gone when the provider has given it back. */
export function settledTransaction(refund: RefundMovement, taken: readonly TakenFrom[]): NewTransaction {
  return {
    ...refundCause(refund, 'settled'),
    lines: [
      ...linesOf(taken, ({ walletId }) => walletAccount(walletId, 'in_transit'), -1),
      ...linesOf(taken, () => bookAccount(`clearing:${refund.provider}`), 1),
    ],
  };
}

function linesOf(
  taken: readonly TakenFrom[],
  accountOf: (from: TakenFrom) => AccountRef,
  sign: 1 | -1,
): Line[] {
  return sumLines(taken.map((from) => ({ account: accountOf(from), amountCents: sign * from.amountCents })));
}
