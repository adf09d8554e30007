import type { Item } from '../../api/types';
import { oneOf, pageNumber, readSearch, text, valuesOf } from '../../app/search';

export const MODES = valuesOf<Item<'/v1/review/merchants'>['mode']>({
  test: true,
  live: true,
});

export const merchantsSearch = readSearch({ search: text(), mode: oneOf(...MODES), page: pageNumber() });

/** What the URL may say. */
export type MerchantsSearch = ReturnType<typeof merchantsSearch>;

export const STATUSES = valuesOf<Item<'/v1/review/merchants/{id}/submerchants'>['status']>({
  pending: true,
  pending_review: true,
  active: true,
  rejected: true,
  suspended: true,
});

export const merchantSearch = readSearch({
  tab: oneOf('submerchants', 'keys', 'limits'),
  search: text(),
  status: oneOf(...STATUSES),
  page: pageNumber(),
});

/** What the URL of one merchant may say. */
export type MerchantSearch = ReturnType<typeof merchantSearch>;
