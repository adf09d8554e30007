import type { Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

type Delivery = Item<'/v1/review/deliveries'>;

export const STATUSES = valuesOf<Delivery['status']>({
  pending: true,
  delivered: true,
  retrying: true,
  exhausted: true,
  held: true,
  cancelled: true,
});

export const EVENTS = valuesOf<Delivery['event']>({
  'charge.pending': true,
  'charge.authorized': true,
  'charge.captured': true,
  'charge.failed': true,
  'charge.voided': true,
  'charge.expired': true,
  'charge.partially_refunded': true,
  'charge.refunded': true,
  'charge.refund_failed': true,
  'charge.return_failed': true,
  'charge.chargeback': true,
  'charge.chargeback_reversed': true,
  'settlement.completed': true,
  'withdrawal.under_review': true,
  'withdrawal.pending': true,
  'withdrawal.processing': true,
  'withdrawal.paid': true,
  'withdrawal.failed': true,
  'withdrawal.cancelled': true,
  'withdrawal.partially_returned': true,
  'withdrawal.returned': true,
  'anticipation.pending': true,
  'anticipation.approved': true,
  'anticipation.paid': true,
  'anticipation.refused': true,
  'anticipation.cancelled': true,
  'destination.active': true,
  'destination.rejected': true,
  'destination.disabled': true,
  'dispute.open': true,
  'dispute.contested': true,
  'dispute.won': true,
  'dispute.lost': true,
  'wallet.frozen': true,
  'wallet.unfrozen': true,
  'wallet.debt_opened': true,
  'wallet.debt_settled': true,
  'submerchant.pending_review': true,
  'submerchant.active': true,
  'submerchant.rejected': true,
  'submerchant.resubmission_requested': true,
  'submerchant.suspended': true,
  'document.approved': true,
  'document.rejected': true,
  'document.expiring': true,
  'document.expired': true,
  'endpoint.paused': true,
  ping: true,
});

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
