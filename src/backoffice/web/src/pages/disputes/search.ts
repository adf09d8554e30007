import type { Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, wordsOf } from '../../app/search';

type Dispute = Item<'/v1/review/disputes'>;

export const KINDS = wordsOf<Dispute['kind']>({ chargeback: true, pix_return: true });

/** What each tab shows, as the API filters it. */
export const TABS = {
  open: 'open',
  contested: 'contested',
  closed: 'won,lost',
  all: undefined,
} as const satisfies Record<string, string | undefined>;
export type Tab = keyof typeof TABS;
export const TAB_NAMES = wordsOf<Tab>({ open: true, contested: true, closed: true, all: true });

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

/** What the URL may say. */
export type DisputesSearch = ReturnType<typeof disputesSearch>;
