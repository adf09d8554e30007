import { bookAccount, type NewTransaction, sumLines, walletAccount } from '../../ledger';
import type { Anticipation } from '../anticipation.entity';

/** What its receivables still come to is available, less the fee (money contract §11). */
export function paidOf(anticipation: Anticipation, occurredAt: Date): NewTransaction {
  const { merchantId, id, walletId, amountCents, feeCents, payoutCents } = anticipation;
  return {
    ...{ merchantId, reference: `anticipation:${id}:paid`, kind: 'anticipation', occurredAt },
    resource: { type: 'anticipation', id },
    lines: sumLines([
      { account: walletAccount(walletId, 'waiting_funds'), amountCents: -amountCents },
      { account: walletAccount(walletId, 'available'), amountCents: payoutCents },
      { account: bookAccount('fees:anticipation'), amountCents: feeCents },
    ]),
  };
}
