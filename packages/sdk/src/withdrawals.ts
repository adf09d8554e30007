import { type Api, dataOf, listOf, type RequestOptions, sending, successOf } from './client.js';
import type { List } from './list.js';
import type { BodyOf, FiltersOf, Withdrawal } from './types.js';

/** Money that leaves wallets for their owners' accounts. */
export class Withdrawals {
  constructor(private readonly api: Api) {}

  /**
   * Holds amount and fee at once; the money is sent to one of the wallet's destinations. Give it an `idempotencyKey` of your own where
   * another process may ask for the same.
   *
   * @throws RepasseError
   */
  create(body: BodyOf<'/v1/withdrawals', 'post'> = {}, options: RequestOptions = {}): Promise<Withdrawal> {
    return dataOf(this.api.POST('/v1/withdrawals', { body, ...sending(options) }));
  }

  get(id: string, options: RequestOptions = {}): Promise<Withdrawal> {
    return dataOf(this.api.GET('/v1/withdrawals/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/withdrawals'> = {}): List<Withdrawal> {
    return listOf((position) =>
      this.api.GET('/v1/withdrawals', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** Takes it back before it is sent. */
  cancel(id: string, options: RequestOptions = {}): Promise<Withdrawal> {
    const init = { params: { path: { id } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/withdrawals/{id}/cancel', init));
  }

  /** The proof of one that was paid. */
  receipt(id: string, options: RequestOptions = {}) {
    const init = { params: { path: { id } }, ...sending(options) };
    return dataOf(this.api.GET('/v1/withdrawals/{id}/receipt', init));
  }

  /** The same proof for people: a PDF of one page, in Portuguese. */
  async receiptPdf(id: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const init = { params: { path: { id } }, parseAs: 'arrayBuffer', ...sending(options) } as const;
    return new Uint8Array(await successOf(this.api.GET('/v1/withdrawals/{id}/receipt.pdf', init)));
  }

  /** What could be withdrawn now, by which methods, and what the limits leave of the day. */
  options(query: FiltersOf<'/v1/withdrawals/options'> = {}, options: RequestOptions = {}) {
    return dataOf(this.api.GET('/v1/withdrawals/options', { params: { query }, ...sending(options) }));
  }

  /** Counts and sums by status. */
  summary(query: FiltersOf<'/v1/withdrawals/summary'> = {}, options: RequestOptions = {}) {
    return dataOf(this.api.GET('/v1/withdrawals/summary', { params: { query }, ...sending(options) }));
  }
}
