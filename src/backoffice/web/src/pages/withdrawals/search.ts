import type { Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

type Withdrawal = Item<'/v1/review/withdrawals'>;

export const SOURCES = valuesOf<Withdrawal['source']>({ api: true, automatic: true });

/** What each tab shows, as the API filters it. */
export const TABS = {
  review: { status: 'under_review' },
  onTheirWay: { status: 'pending,processing' },
  unanswered: { attention: 'unanswered' },
  closed: { status: 'paid,failed,cancelled,partially_returned,returned' },
  all: {},
} as const satisfies Record<string, { status?: string; attention?: 'unanswered' }>;
export const TAB_NAMES = valuesOf<keyof typeof TABS>({
  review: true,
  onTheirWay: true,
  unanswered: true,
  closed: true,
  all: true,
});

export const withdrawalsSearch = readSearch({
  tab: oneOf(...TAB_NAMES),
  search: text(),
  source: oneOf(...SOURCES),
  merchant_id: uuid(),
  wallet_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});
