import type { Answer } from './client';
import type { TestOperator, TestService } from './service';
import { WalletBench } from './wallet-bench';

/** What operators ask of a merchant's book; its own wallet has its id. */
export interface BookBench {
  readonly bench: WalletBench;
  readonly id: string;
  adjust(by: TestOperator, body?: object): Promise<Answer>;
  writeOff(by: TestOperator, body?: object): Promise<Answer>;
  reverse(by: TestOperator, transactionId: string, reason?: string): Promise<Answer>;
  /** The id of the transaction with a reference. */
  find(reference: string): Promise<string>;
}

/** A merchant with an empty book. */
export async function openBook(service: TestService, mode: 'test' | 'live' = 'test'): Promise<BookBench> {
  const bench = await WalletBench.open(service, await service.merchant({ mode }));
  const id = bench.merchant.id;
  const path = `/v1/review/wallets/${id}`;
  return {
    bench,
    id,
    adjust: (by, body = {}) =>
      by.client.post(`${path}/adjustments`, {
        ...{ debit: 'suspense', credit: 'available', amount: 700, reason: 'Acerto de caixa.' },
        ...body,
      }),
    writeOff: (by, body = {}) =>
      by.client.post(`${path}/write-off`, { amount: 300, reason: 'Incobrável.', ...body }),
    reverse: (by, transactionId, reason = 'Engano.') =>
      by.client.post(`/v1/review/books/${id}/transactions/${transactionId}/reverse`, { reason }),
    find: async (reference) => {
      const [row] = await service.dataSource.query<{ id: string }[]>(
        'SELECT id FROM ledger_transactions WHERE merchant_id = $1 AND reference = $2',
        [id, reference],
      );
      return row?.id ?? '';
    },
  };
}
