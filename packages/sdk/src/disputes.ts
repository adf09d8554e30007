import { type Api, dataOf, listOf, type RequestOptions, sending } from './client.js';
import type { List } from './list.js';
import type { BodyOf, Dispute, FiltersOf } from './types.js';

/** Payments that their payers want back. */
export class Disputes {
  constructor(private readonly api: Api) {}

  get(id: string, options: RequestOptions = {}): Promise<Dispute> {
    return dataOf(this.api.GET('/v1/disputes/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/disputes'> = {}): List<Dispute> {
    return listOf((position) =>
      this.api.GET('/v1/disputes', { params: { query: { ...filters, ...position } } }),
    );
  }

  /**
   * Says what speaks for the payment, before `respond_by`; the provider fetches the files and decides later. Where it has not
   * answered yet the dispute is as it was: `open`.
   *
   * @throws RepasseError
   */
  contest(
    id: string,
    body: BodyOf<'/v1/disputes/{id}/contest', 'post'>,
    options: RequestOptions = {},
  ): Promise<Dispute> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/disputes/{id}/contest', init));
  }

  /** Gives in: the dispute is lost. */
  accept(id: string, options: RequestOptions = {}): Promise<Dispute> {
    const init = { params: { path: { id } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/disputes/{id}/accept', init));
  }
}
