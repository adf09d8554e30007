import { type Api, dataOf, listOf, type RequestOptions, sending } from './client.js';
import type { List } from './list.js';
import type { FiltersOf, Receivable, Settlement } from './types.js';

/** What recipients get of captured charges, and on which day. */
export class Receivables {
  constructor(private readonly api: Api) {}

  get(id: string, options: RequestOptions = {}): Promise<Receivable> {
    return dataOf(this.api.GET('/v1/receivables/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/receivables'> = {}): List<Receivable> {
    return listOf((position) =>
      this.api.GET('/v1/receivables', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** Sums of what is due in a period, by due date, month, arrangement or status. */
  summary(query: FiltersOf<'/v1/receivables/summary'>, options: RequestOptions = {}) {
    return dataOf(this.api.GET('/v1/receivables/summary', { params: { query }, ...sending(options) }));
  }

  settlement(id: string, options: RequestOptions = {}): Promise<Settlement> {
    const init = { params: { path: { id } }, ...sending(options) };
    return dataOf(this.api.GET('/v1/receivables/settlements/{id}', init));
  }

  settlements(filters: FiltersOf<'/v1/receivables/settlements'> = {}): List<Settlement> {
    return listOf((position) =>
      this.api.GET('/v1/receivables/settlements', { params: { query: { ...filters, ...position } } }),
    );
  }
}
