import { defineTransitions } from '../common/state-machine';

export const DOCUMENT_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export type DocumentTrigger = 'send' | 'approve' | 'reject' | 'expire';

/**
 * The status machine of one document record: specification, Document status, completed by contract §5. A verdict may
 * be changed while the case is in review; an expired record is only ever replaced by a new one.
 */
export const documentTransitions = defineTransitions<DocumentStatus, DocumentTrigger>('document', [
  { from: null, on: 'send', to: 'pending' },
  { from: 'pending', on: 'approve', to: 'approved' },
  { from: 'rejected', on: 'approve', to: 'approved' },
  { from: 'pending', on: 'reject', to: 'rejected' },
  { from: 'approved', on: 'reject', to: 'rejected' },
  // For another reason: the lifecycle refuses the same one.
  { from: 'rejected', on: 'reject', to: 'rejected' },
  { from: 'pending', on: 'expire', to: 'expired' },
  { from: 'approved', on: 'expire', to: 'expired' },
]);
