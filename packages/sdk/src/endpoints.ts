import { type Api, dataOf, done, listOf, type RequestOptions, sending } from './client.js';
import type { List } from './list.js';
import type { BodyOf, Delivery, Endpoint, FiltersOf } from './types.js';

type Root = '/v1/postbacks/endpoints';
type One = '/v1/postbacks/endpoints/{id}';

/** Where notifications go, and what became of them. */
export class Endpoints {
  constructor(private readonly api: Api) {}

  /** The answer shows the secret, once. */
  create(body: BodyOf<Root, 'post'>, options: RequestOptions = {}) {
    return dataOf(this.api.POST('/v1/postbacks/endpoints', { body, ...sending(options) }));
  }

  get(id: string, options: RequestOptions = {}): Promise<Endpoint> {
    return dataOf(
      this.api.GET('/v1/postbacks/endpoints/{id}', { params: { path: { id } }, ...sending(options) }),
    );
  }

  update(id: string, body: BodyOf<One, 'patch'>, options: RequestOptions = {}): Promise<Endpoint> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.PATCH('/v1/postbacks/endpoints/{id}', init));
  }

  delete(id: string, options: RequestOptions = {}): Promise<void> {
    return done(
      this.api.DELETE('/v1/postbacks/endpoints/{id}', { params: { path: { id } }, ...sending(options) }),
    );
  }

  list(filters: FiltersOf<Root> = {}): List<Endpoint> {
    return listOf((position) =>
      this.api.GET('/v1/postbacks/endpoints', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** A new secret, shown once. The one before counts for a while, so that nothing is refused meanwhile. */
  regenerateSecret(
    id: string,
    body: BodyOf<'/v1/postbacks/endpoints/{id}/secret/regenerate', 'post'> = {},
    options: RequestOptions = {},
  ) {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/postbacks/endpoints/{id}/secret/regenerate', init));
  }

  /** A notification `ping` to this endpoint, whatever its events are. */
  ping(id: string, options: RequestOptions = {}): Promise<Delivery> {
    return dataOf(
      this.api.POST('/v1/postbacks/endpoints/{id}/ping', { params: { path: { id } }, ...sending(options) }),
    );
  }

  deliveries(filters: FiltersOf<'/v1/postbacks/delivery-logs'> = {}): List<Delivery> {
    return listOf((position) =>
      this.api.GET('/v1/postbacks/delivery-logs', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** One more attempt of a delivery, with the same id and bytes. */
  resend(deliveryId: string, options: RequestOptions = {}): Promise<Delivery> {
    const init = { params: { path: { id: deliveryId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/postbacks/delivery-logs/{id}/resend', init));
  }
}
