import { LedgerReader } from '../../src/ledger';
import type { TestService } from './service';

/** What the accounts of a wallet hold now, in cents by name; 0 where it never held anything. */
export async function walletBalances(
  service: TestService,
  merchantId: string,
  walletId: string,
): Promise<Record<string, number>> {
  const reader = service.api.get(LedgerReader, { strict: false });
  const found = await reader.listOfWallet(merchantId, walletId);
  const balances = { available: 0, waiting_funds: 0, in_transit: 0, blocked: 0, reserve: 0, debt: 0 };
  return {
    ...balances,
    ...Object.fromEntries(found.map(({ account, balanceCents }) => [account.name, balanceCents])),
  };
}

/** What the accounts of the book itself hold, in cents by name. */
export async function bookBalances(
  service: TestService,
  merchantId: string,
): Promise<Record<string, number>> {
  const reader = service.api.get(LedgerReader, { strict: false });
  const found = await reader.listOfBook(merchantId);
  return Object.fromEntries(
    found
      .filter(({ account }) => account.walletId === null)
      .map(({ account, balanceCents }) => [account.name, balanceCents]),
  );
}
