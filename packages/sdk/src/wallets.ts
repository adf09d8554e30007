import {
  type Api,
  dataOf,
  listOf,
  matching,
  type RequestOptions,
  sending,
  type Versioned,
} from './client.js';
import { Destinations } from './destinations.js';
import type { List } from './list.js';
import type { BodyOf, Entry, FiltersOf, Transfer, Wallet } from './types.js';

/** What is held for the merchant and its submerchants. A wallet's id is its owner's. */
export class Wallets {
  readonly destinations: Destinations;

  constructor(private readonly api: Api) {
    this.destinations = new Destinations(api);
  }

  get(id: string, options: RequestOptions = {}): Promise<Wallet> {
    return dataOf(this.api.GET('/v1/wallets/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  list(filters: FiltersOf<'/v1/wallets'> = {}): List<Wallet> {
    return listOf((position) =>
      this.api.GET('/v1/wallets', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** When it is paid out by itself, how much of it and where to; null: not. */
  update(
    id: string,
    body: BodyOf<'/v1/wallets/{id}', 'patch'>,
    options: RequestOptions & Versioned = {},
  ): Promise<Wallet> {
    return dataOf(
      this.api.PATCH('/v1/wallets/{id}', { params: { path: { id } }, body, ...matching(options) }),
    );
  }

  /** How money came and went, newest first; of what is available unless `account` says otherwise. */
  entries(id: string, filters: FiltersOf<'/v1/wallets/{id}/entries'> = {}): List<Entry> {
    return listOf((position) =>
      this.api.GET('/v1/wallets/{id}/entries', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }

  /** Balances and sums of each day of a period. */
  statement(id: string, query: FiltersOf<'/v1/wallets/{id}/statement'>, options: RequestOptions = {}) {
    const init = { params: { path: { id }, query }, ...sending(options) };
    return dataOf(this.api.GET('/v1/wallets/{id}/statement', init));
  }

  /** From the merchant's own wallet to one of an active submerchant's: at once, and for good. */
  transfer(
    id: string,
    body: BodyOf<'/v1/wallets/{id}/transfers', 'post'>,
    options: RequestOptions = {},
  ): Promise<Transfer> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/wallets/{id}/transfers', init));
  }

  transfers(id: string, filters: FiltersOf<'/v1/wallets/{id}/transfers'> = {}): List<Transfer> {
    return listOf((position) =>
      this.api.GET('/v1/wallets/{id}/transfers', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }
}
