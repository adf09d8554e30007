import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

/** What each tab shows, as the API filters it. */
export const TABS = {
  pending: { status: 'pending' },
  approved: { status: 'approved' },
  closed: { status: 'paid,refused,cancelled' },
  all: {},
} as const satisfies Record<string, { status?: string }>;
export const TAB_NAMES = valuesOf<keyof typeof TABS>({
  pending: true,
  approved: true,
  closed: true,
  all: true,
});

export const anticipationsSearch = readSearch({
  tab: oneOf(...TAB_NAMES),
  search: text(),
  merchant_id: uuid(),
  wallet_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});
