import { oneOf, pageNumber, readSearch, text, uuid } from '../../app/search';

export const KINDS = ['registration', 'document_update'] as const;

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
