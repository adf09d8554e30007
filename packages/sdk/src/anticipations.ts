import { type Api, dataOf, listOf, type RequestOptions, sending } from './client.js';
import type { List } from './list.js';
import type { Anticipation, AnticipationItem, BodyOf, FiltersOf } from './types.js';

/** Receivables that are paid before their day. */
export class Anticipations {
  constructor(private readonly api: Api) {}

  get(id: string, options: RequestOptions = {}): Promise<Anticipation> {
    return dataOf(this.api.GET('/v1/anticipations/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/anticipations'> = {}): List<Anticipation> {
    return listOf((position) =>
      this.api.GET('/v1/anticipations', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** The receivables that come early, and what each costs. */
  receivables(
    id: string,
    filters: Omit<FiltersOf<'/v1/anticipations/{id}/receivables'>, 'sort'> = {},
  ): List<AnticipationItem> {
    return listOf((position) =>
      this.api.GET('/v1/anticipations/{id}/receivables', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }

  /** What it would be of, and cost; binds nothing. */
  simulate(body: BodyOf<'/v1/anticipations/simulate', 'post'> = {}, options: RequestOptions = {}) {
    return dataOf(this.api.POST('/v1/anticipations/simulate', { body, ...sending(options) }));
  }

  /**
   * Asks for it: worked out anew, and refused where it costs more than `max_fee` by now. Paid at once when its day is today and the
   * terms approve it.
   *
   * @throws RepasseError
   */
  create(
    body: BodyOf<'/v1/anticipations', 'post'> = {},
    options: RequestOptions = {},
  ): Promise<Anticipation> {
    return dataOf(this.api.POST('/v1/anticipations', { body, ...sending(options) }));
  }

  /** Takes it back before it is paid: its receivables wait for their days again. */
  cancel(id: string, options: RequestOptions = {}): Promise<Anticipation> {
    const init = { params: { path: { id } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/anticipations/{id}/cancel', init));
  }
}
