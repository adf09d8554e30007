import { type DeclaredEvent, defineEvents } from '../common/events';
import { DocumentResponse } from './document.response';
import type { DocumentStatus } from './document.transitions';

const MOMENT = '2026-11-20T14:03:27.512Z';

/** contract §7, Events. */
export const DOCUMENT_EVENTS = defineEvents(
  { field: 'document', resource: () => DocumentResponse },
  {
    'document.approved': {
      text: 'A document was approved.',
      example: { status: 'approved', verified_at: MOMENT },
    },
    'document.rejected': {
      text: 'A document was rejected; its rejection says why. Send it again.',
      example: { status: 'rejected', verified_at: MOMENT },
    },
    'document.expiring': {
      text: 'A document expires in 30 or in 7 days.',
      example: { status: 'approved' },
    },
    'document.expired': {
      text: 'A document has expired. Send a valid one.',
      example: { status: 'expired' },
    },
  },
);

/** The event that tells of a verdict or of the end of a document's time. */
export const EVENT_OF_STATUS: Readonly<Record<Exclude<DocumentStatus, 'pending'>, DeclaredEvent>> = {
  approved: DOCUMENT_EVENTS['document.approved'],
  rejected: DOCUMENT_EVENTS['document.rejected'],
  expired: DOCUMENT_EVENTS['document.expired'],
};
