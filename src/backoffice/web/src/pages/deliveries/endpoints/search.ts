import { oneOf, pageNumber, readSearch, text, uuid } from '../../../app/search';
import type { Item } from '../../../api/types';

/** A webhook endpoint as operators see it. */
export type Endpoint = Item<'/v1/review/endpoints'>;

export const STATUSES = ['active', 'paused'] as const;

export const endpointsSearch = readSearch({
  search: text(),
  status: oneOf(...STATUSES),
  merchant_id: uuid(),
  page: pageNumber(),
});

/** What the URL may say. */
export type EndpointsSearch = ReturnType<typeof endpointsSearch>;
