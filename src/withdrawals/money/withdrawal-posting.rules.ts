import {
  bookAccount,
  type Line,
  type NewReversal,
  type NewTransaction,
  sumLines,
  walletAccount,
} from '../../ledger';
import type { WithdrawalReturn } from '../withdrawal-return.entity';
import type { Withdrawal } from '../withdrawal.entity';

/** Amount and fee, from what is available into what is on its way (money contract §11). */
export function heldOf(withdrawal: Withdrawal): NewTransaction {
  const { walletId, createdAt } = withdrawal;
  const total = totalOf(withdrawal);
  return {
    ...causeOf(withdrawal, 'held', createdAt),
    description: withdrawal.description,
    lines: [
      { account: walletAccount(walletId, 'available'), amountCents: -total },
      { account: walletAccount(walletId, 'in_transit'), amountCents: total },
    ],
  };
}

/** The amount has left the provider, the fee is earned. */
export function paidOf(withdrawal: Withdrawal, provider: string, at: Date): NewTransaction {
  const { walletId, amountCents, feeCents } = withdrawal;
  const lines: Line[] = [
    { account: walletAccount(walletId, 'in_transit'), amountCents: -totalOf(withdrawal) },
    { account: bookAccount(`cash:${provider}`), amountCents },
    { account: bookAccount('fees:withdrawal'), amountCents: feeCents },
  ];
  return { ...causeOf(withdrawal, 'paid', at), lines: sumLines(lines) };
}

/** All of it is available again. */
export function releasedOf(withdrawal: Withdrawal, at: Date): NewReversal {
  return { ...causeOf(withdrawal, 'released', at), reverses: `withdrawal:${withdrawal.id}:held` };
}

/** What came back is available again; the fee stays. */
export function returnOf(
  withdrawal: Withdrawal,
  { number, amountCents, at }: WithdrawalReturn,
  provider: string,
): NewTransaction {
  return {
    ...causeOf(withdrawal, `return:${number}`, at),
    kind: 'withdrawal_return',
    lines: [
      { account: bookAccount(`cash:${provider}`), amountCents: -amountCents },
      { account: walletAccount(withdrawal.walletId, 'available'), amountCents },
    ],
  };
}

/** What it takes from the wallet. */
export function totalOf({ amountCents, feeCents }: Pick<Withdrawal, 'amountCents' | 'feeCents'>): number {
  return amountCents + feeCents;
}

function causeOf({ merchantId, id }: Withdrawal, what: string, occurredAt: Date) {
  return {
    ...{ merchantId, reference: `withdrawal:${id}:${what}`, kind: 'withdrawal' },
    ...{ resource: { type: 'withdrawal', id }, occurredAt },
  };
}
