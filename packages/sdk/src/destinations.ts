import {
  type Api,
  dataOf,
  done,
  listOf,
  matching,
  type RequestOptions,
  sending,
  type Versioned,
} from './client.js';
import type { List } from './list.js';
import type { BodyOf, Destination, FiltersOf } from './types.js';

type Root = '/v1/wallets/{id}/destinations';
type One = '/v1/wallets/{id}/destinations/{destinationId}';

/** Where a wallet's money may go: Pix keys and bank accounts of its owner. */
export class Destinations {
  constructor(private readonly api: Api) {}

  /** `pending` until the provider has said whose it is; the same again is the one that is there. */
  add(walletId: string, body: BodyOf<Root, 'post'>, options: RequestOptions = {}): Promise<Destination> {
    const init = { params: { path: { id: walletId } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/wallets/{id}/destinations', init));
  }

  get(walletId: string, destinationId: string, options: RequestOptions = {}): Promise<Destination> {
    const init = { params: { path: { id: walletId, destinationId } }, ...sending(options) };
    return dataOf(this.api.GET('/v1/wallets/{id}/destinations/{destinationId}', init));
  }

  list(walletId: string, filters: FiltersOf<Root> = {}): List<Destination> {
    return listOf((position) =>
      this.api.GET('/v1/wallets/{id}/destinations', {
        params: { path: { id: walletId }, query: { ...filters, ...position } },
      }),
    );
  }

  /** Its nickname, or that it is the default. */
  update(
    walletId: string,
    destinationId: string,
    body: BodyOf<One, 'patch'>,
    options: RequestOptions & Versioned = {},
  ): Promise<Destination> {
    const init = { params: { path: { id: walletId, destinationId } }, body, ...matching(options) };
    return dataOf(this.api.PATCH('/v1/wallets/{id}/destinations/{destinationId}', init));
  }

  /** Nothing goes there any more; it stays to be seen as `disabled`. */
  delete(walletId: string, destinationId: string, options: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id: walletId, destinationId } }, ...sending(options) };
    return done(this.api.DELETE('/v1/wallets/{id}/destinations/{destinationId}', init));
  }
}
