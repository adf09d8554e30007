import { day, oneOf, pageNumber, readSearch, text, uuid } from '../../app/search';

export const STATUSES = ['pending', 'delivered', 'retrying', 'exhausted', 'held', 'cancelled'] as const;

export const EVENTS = [
  'charge.pending',
  'charge.authorized',
  'charge.captured',
  'charge.failed',
  'charge.voided',
  'charge.expired',
  'charge.partially_refunded',
  'charge.refunded',
  'charge.refund_failed',
  'charge.chargeback',
  'submerchant.pending_review',
  'submerchant.active',
  'submerchant.rejected',
  'submerchant.resubmission_requested',
  'submerchant.suspended',
  'document.approved',
  'document.rejected',
  'document.expiring',
  'document.expired',
  'endpoint.paused',
  'ping',
] as const;

export const deliveriesSearch = readSearch({
  search: text(),
  status: oneOf(...STATUSES),
  event: oneOf(...EVENTS),
  merchant_id: uuid(),
  endpoint_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say. */
export type DeliveriesSearch = ReturnType<typeof deliveriesSearch>;
