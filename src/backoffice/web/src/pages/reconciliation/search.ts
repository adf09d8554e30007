import type { GetParts, Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, valuesOf } from '../../app/search';

type Items = '/v1/review/reconciliations/{id}/items';
type ComparedItem = Item<Items>;
type Resolved = NonNullable<NonNullable<GetParts<Items>['query']>['resolved']>;

export const TYPES = valuesOf<ComparedItem['type']>({
  payment: true,
  refund: true,
  dispute: true,
  dispute_return: true,
  payout: true,
  payout_return: true,
  fee: true,
  other: true,
});
export const STATUSES = valuesOf<ComparedItem['status']>({
  amount_differs: true,
  date_differs: true,
  missing_here: true,
  missing_there: true,
  matched: true,
});
export const RESOLVED = valuesOf<Resolved>({ false: true, true: true });

/** Which days each tab shows, as the API filters them. */
export const TABS = { open: { open: 'true' }, all: {} } as const satisfies Record<string, { open?: 'true' }>;
export const TAB_NAMES = valuesOf<keyof typeof TABS>({ open: true, all: true });

export const daysSearch = readSearch({
  tab: oneOf(...TAB_NAMES),
  provider: text(40),
  date: day(),
  page: pageNumber(),
});

export const itemsSearch = readSearch({
  status: oneOf(...STATUSES),
  type: oneOf(...TYPES),
  resolved: oneOf(...RESOLVED),
  page: pageNumber(),
});
