import type { Item } from '../../api/types';
import { oneOf, pageNumber, readSearch, uuid, valuesOf } from '../../app/search';

type Account = Item<'/v1/review/providers'>;

export const MODES = valuesOf<Account['mode']>({ test: true, live: true });
export const STATUSES = valuesOf<Account['status']>({ active: true, disabled: true });

export const providersSearch = readSearch({
  merchant_id: uuid(),
  owner: oneOf('platform'),
  mode: oneOf(...MODES),
  status: oneOf(...STATUSES),
  page: pageNumber(),
});
