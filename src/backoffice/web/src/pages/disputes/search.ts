import type { Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

type Dispute = Item<'/v1/review/disputes'>;

export const KINDS = valuesOf<Dispute['kind']>({ chargeback: true, pix_return: true });

/** What each tab shows, as the API filters it. */
export const TABS = {
  open: { status: 'open' },
  contested: { status: 'contested' },
  closed: { status: 'won,lost' },
  all: {},
} as const satisfies Record<string, { status?: string }>;
export const TAB_NAMES = valuesOf<keyof typeof TABS>({
  open: true,
  contested: true,
  closed: true,
  all: true,
});

export const disputesSearch = readSearch({
  tab: oneOf(...TAB_NAMES),
  search: text(),
  kind: oneOf(...KINDS),
  merchant_id: uuid(),
  charge_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});
