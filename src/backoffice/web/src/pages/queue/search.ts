import type { Item } from '../../api/types';
import { oneOf, pageNumber, readSearch, text, uuid, wordsOf } from '../../app/search';

type Case = Item<'/v1/review/submerchants'>;

export const KINDS = wordsOf<Case['kind']>({
  registration: true,
  document_update: true,
});

export const STATUSES = ['pending_review', 'active', 'suspended'] as const;

export const ASSIGNEES = ['me', 'none'] as const;

export const queueSearch = readSearch({
  search: text(),
  assignee: oneOf(...ASSIGNEES),
  kind: oneOf(...KINDS),
  status: oneOf(...STATUSES),
  merchant_id: uuid(),
  page: pageNumber(),
});

/** What the URL may say. */
export type QueueSearch = ReturnType<typeof queueSearch>;
