import { oneOf, pageNumber, readSearch, text } from '../../app/search';

export const MODES = ['test', 'live'] as const;

export const merchantsSearch = readSearch({ search: text(), mode: oneOf(...MODES), page: pageNumber() });

/** What the URL may say. */
export type MerchantsSearch = ReturnType<typeof merchantsSearch>;

export const STATUSES = ['pending', 'pending_review', 'active', 'rejected', 'suspended'] as const;

export const merchantSearch = readSearch({
  tab: oneOf('submerchants', 'keys', 'limits'),
  search: text(),
  status: oneOf(...STATUSES),
  page: pageNumber(),
});

/** What the URL of one merchant may say. */
export type MerchantSearch = ReturnType<typeof merchantSearch>;
