import { type Api, dataOf, type RequestOptions, sending, successOf } from './client.js';
import { List } from './list.js';
import type { Bank, FiltersOf } from './types.js';

/** The banks of the central bank's list. */
export class Banks {
  constructor(private readonly api: Api) {}

  /** @param code three digits, as `001` */
  get(code: string, options: RequestOptions = {}): Promise<Bank> {
    return dataOf(this.api.GET('/v1/banks/{code}', { params: { path: { code } }, ...sending(options) }));
  }

  /** @param ispb eight of 0-9 and A-Z, as `00000000` */
  getByIspb(ispb: string, options: RequestOptions = {}): Promise<Bank> {
    const init = { params: { path: { ispb } }, ...sending(options) };
    return dataOf(this.api.GET('/v1/banks/ispb/{ispb}', init));
  }

  /** The list changes with a release alone: it has pages and no cursor, and is walked page by page. */
  list(filters: FiltersOf<'/v1/banks'> = {}): List<Bank> {
    return new List(async ({ page, cursor = '', limit = 20 }) => {
      const number = page ?? (cursor === '' ? 1 : Number(cursor));
      const query = { ...filters, page: number, limit };
      const { data, pagination } = await successOf(this.api.GET('/v1/banks', { params: { query } }));
      const next_cursor = number < pagination.totalPages ? String(number + 1) : null;
      return { data, pagination: { ...pagination, next_cursor } };
    });
  }
}
