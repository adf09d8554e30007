import { type Api, dataOf, listOf, type RequestOptions, sending } from './client.js';
import type { List } from './list.js';
import type { BodyOf, Charge, FiltersOf, Refund } from './types.js';

export class Charges {
  constructor(private readonly api: Api) {}

  /**
   * Charges by pix, card or boleto. A card's outcome comes as a notification; `waitSeconds` (20 at most) holds the answer until
   * it is known.
   *
   * @throws RepasseError
   */
  create(
    body: BodyOf<'/v1/charges', 'post'>,
    { waitSeconds, ...options }: RequestOptions & { readonly waitSeconds?: number } = {},
  ): Promise<Charge> {
    const { headers, signal } = sending(options);
    const wait = waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` };
    return dataOf(
      this.api.POST('/v1/charges', { body, headers: { ...headers, ...wait }, ...(signal && { signal }) }),
    );
  }

  /** How a charge would be split. Nothing is charged. */
  preview(body: BodyOf<'/v1/charges/preview', 'post'>, options: RequestOptions = {}) {
    return dataOf(this.api.POST('/v1/charges/preview', { body, ...sending(options) }));
  }

  get(id: string, options: RequestOptions = {}): Promise<Charge> {
    return dataOf(this.api.GET('/v1/charges/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/charges'> = {}): List<Charge> {
    return listOf((position) =>
      this.api.GET('/v1/charges', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** Takes what a card authorised, or a part of it. */
  capture(
    id: string,
    body: BodyOf<'/v1/charges/{id}/capture', 'post'> = {},
    options: RequestOptions = {},
  ): Promise<Charge> {
    return dataOf(
      this.api.POST('/v1/charges/{id}/capture', { params: { path: { id } }, body, ...sending(options) }),
    );
  }

  /** Lets an authorised card, an unpaid pix or boleto go. */
  void(id: string, options: RequestOptions = {}): Promise<Charge> {
    return dataOf(this.api.POST('/v1/charges/{id}/void', { params: { path: { id } }, ...sending(options) }));
  }

  /** Gives back all that is left, or `amount` of it. */
  refund(
    id: string,
    body: BodyOf<'/v1/charges/{id}/refund', 'post'> = {},
    options: RequestOptions = {},
  ): Promise<Refund> {
    return dataOf(
      this.api.POST('/v1/charges/{id}/refund', { params: { path: { id } }, body, ...sending(options) }),
    );
  }

  refunds(id: string, filters: FiltersOf<'/v1/charges/{id}/refunds'> = {}): List<Refund> {
    return listOf((position) =>
      this.api.GET('/v1/charges/{id}/refunds', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }
}
