import { bookAccount, type Line, type NewTransaction, sumLines, walletAccount } from '../../ledger';
import type { WalletAccountName } from '../../ledger';
import type { DisputeSourceKind } from '../dispute-source.entity';

/** A dispute whose money moves. */
export interface DisputeMovement {
  readonly merchantId: string;
  readonly chargeId: string;
  readonly id: string;
  /** The name of the adapter through which the money goes back. */
  readonly provider: string;
  /** When it happened, as the provider tells it. */
  readonly at: Date;
  /** When that is written down. */
  readonly recordedAt: Date;
}

/** The account that each source takes from. */
export const ACCOUNT_OF: Readonly<Record<DisputeSourceKind, WalletAccountName>> = {
  blocked: 'blocked',
  receivable: 'waiting_funds',
  available: 'available',
  reserve: 'reserve',
  debt: 'debt',
};

/**
 * `dispute:<id>:<what>` (money contract §11); null when there is nothing to post. Lines on one account are summed.
 * @param refundId of a refund that failed, whose money it is that the dispute takes: the last part of the reference
 */
export function posting(
  { merchantId, id, at }: DisputeMovement,
  what: 'blocked' | 'released' | 'debited' | 'returned',
  lines: readonly Line[],
  refundId?: string,
): NewTransaction | null {
  const summed = sumLines(lines);
  if (summed.length === 0) return null;
  return {
    merchantId,
    reference: `dispute:${id}:${what}${refundId === undefined ? '' : `:${refundId}`}`,
    kind: what === 'returned' ? 'dispute_return' : 'dispute',
    resource: { type: 'dispute', id },
    occurredAt: at,
    lines: summed,
  };
}

/** What goes to the payer, by way of the provider, and what the platform keeps, are what the sources give. */
export function debitLines(
  provider: string,
  drawn: readonly {
    readonly walletId: string;
    readonly source: DisputeSourceKind;
    readonly isFee: boolean;
    readonly amountCents: number;
  }[],
): Line[] {
  return drawn.flatMap(({ walletId, source, isFee, amountCents }) => [
    { account: walletAccount(walletId, ACCOUNT_OF[source]), amountCents: -amountCents },
    { account: isFee ? bookAccount('fees:dispute') : bookAccount(`clearing:${provider}`), amountCents },
  ]);
}

/** Money that stays in its wallet. */
export function moveLines(
  walletId: string,
  from: WalletAccountName,
  to: WalletAccountName,
  amountCents: number,
): Line[] {
  return [
    { account: walletAccount(walletId, from), amountCents: -amountCents },
    { account: walletAccount(walletId, to), amountCents },
  ];
}
