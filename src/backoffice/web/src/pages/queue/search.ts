import type { Item } from '../../api/types';
import { oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

type Case = Item<'/v1/review/submerchants'>;

export const KINDS = valuesOf<Case['kind']>({
  registration: true,
  document_update: true,
});

export const STATUSES = ['pending_review', 'active', 'suspended'] as const;

/** Whose cases: of all, the operator's own, those that nobody has, those that should have been decided. */
export const TABS = ['all', 'mine', 'free', 'late'] as const;

/** What a tab asks the API for. */
export const ASKED = {
  all: {},
  mine: { assignee: 'me' },
  free: { assignee: 'none' },
  late: { due: 'late' },
} as const;

export const SORTS = [
  'waiting_since',
  '-waiting_since',
  'name',
  '-name',
  'merchant',
  '-merchant',
  'round',
  '-round',
] as const;

export const queueSearch = readSearch({
  tab: oneOf(...TABS),
  search: text(),
  kind: oneOf(...KINDS),
  status: oneOf(...STATUSES),
  merchant_id: uuid(),
  sort: oneOf(...SORTS),
  page: pageNumber(),
});

/** What the URL may say. */
export type QueueSearch = ReturnType<typeof queueSearch>;
