import type { NewOutboxEvent } from '../common/outbox';
import { toChargeResponse } from './charge.response';
import type { ChargeStatus } from './charge.transitions';
import type { ChargeRecord } from './charges.repository';
import { toRefundResponse } from './refunds/refund.response';
import type { RefundRecord } from './refunds/refunds.repository';

/** The event that tells of a status (contract §7, Events). */
export const EVENT_OF_STATUS = {
  pending: 'charge.pending',
  authorized: 'charge.authorized',
  captured: 'charge.captured',
  failed: 'charge.failed',
  expired: 'charge.expired',
  voided: 'charge.voided',
  partially_refunded: 'charge.partially_refunded',
  refunded: 'charge.refunded',
  chargeback: 'charge.chargeback',
} as const satisfies Record<ChargeStatus, string>;

export const REFUND_FAILED = 'charge.refund_failed';

export type ChargeEventType = (typeof EVENT_OF_STATUS)[ChargeStatus] | typeof REFUND_FAILED;

/** Freezes a charge, and the refund an event is about, as the API shows them now. */
export function chargeEvent(
  type: ChargeEventType,
  record: ChargeRecord,
  refund: RefundRecord | null = null,
): NewOutboxEvent {
  const { charge, splits } = record;
  return {
    type,
    merchantId: charge.merchantId,
    resourceId: charge.id,
    payload: {
      charge: toChargeResponse(charge, splits),
      ...(refund === null ? {} : { refund: toRefundResponse(refund.refund, refund.splits) }),
    },
    occurredAt: charge.updatedAt,
  };
}
