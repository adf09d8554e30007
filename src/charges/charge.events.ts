import { defineEvents, type DeclaredEvent } from '../common/events';
import type { NewOutboxEvent } from '../common/outbox';
import { ChargeResponse, toChargeResponse } from './charge.response';
import type { ChargeStatus, ChargeTrigger } from './charge.transitions';
import type { ChargeRecord } from './charge.repository';
import { RefundResponse, toRefundResponse } from './refund/refund.response';
import type { RefundRecord } from './refund/refund.repository';

const MOMENT = '2026-11-20T14:03:27.512Z';
const captured = {
  status: 'captured',
  amount_captured: 12_990,
  fee_amount: 129,
  net_amount: 12_861,
  captured_at: MOMENT,
};

/** The refund that an event is about, beside its charge. */
const refund = (status: 'succeeded' | 'failed', amount = 12_990) => ({
  field: 'refund',
  resource: () => RefundResponse,
  example: { status, amount },
});

/** contract §7, Events. */
export const CHARGE_EVENTS = defineEvents(
  { field: 'charge', resource: () => ChargeResponse },
  {
    'charge.pending': {
      text: 'A charge was created and waits for its payment or its outcome.',
      example: { status: 'pending' },
    },
    'charge.authorized': {
      text: 'A card was authorised; the money waits to be captured.',
      example: { status: 'authorized', authorized_at: MOMENT },
    },
    'charge.captured': { text: 'A charge was paid.', example: captured },
    'charge.failed': {
      text: 'A charge was refused; its failure says why.',
      example: { status: 'failed' },
    },
    'charge.voided': {
      text: 'An authorisation was given back without a capture.',
      example: { status: 'voided' },
    },
    'charge.expired': { text: 'Nobody paid in time.', example: { status: 'expired' } },
    'charge.partially_refunded': {
      text: 'A part of a charge was given back.',
      example: { ...captured, status: 'partially_refunded', amount_refunded: 2_500 },
      beside: refund('succeeded', 2_500),
    },
    'charge.refunded': {
      text: 'All of a charge was given back.',
      example: { ...captured, status: 'refunded', amount_refunded: 12_990, refunded_at: MOMENT },
      beside: refund('succeeded'),
    },
    'charge.refund_failed': {
      text: 'A refund was refused; the charge is as it was before.',
      example: captured,
      beside: refund('failed'),
    },
    'charge.return_failed': {
      text: 'A payment that was not taken could not be returned to the payer; the charge is as it was.',
      example: { status: 'voided' },
    },
    'charge.chargeback': {
      text: 'The payer disputed the charge with the card issuer.',
      example: { ...captured, status: 'chargeback' },
    },
    'charge.chargeback_reversed': {
      text: 'A dispute was won: what was debited for it came back, and the charge is as it was before.',
      example: captured,
    },
  },
);

/** The event that tells of a status. */
export const EVENT_OF_STATUS: Readonly<Record<ChargeStatus, DeclaredEvent>> = {
  pending: CHARGE_EVENTS['charge.pending'],
  authorized: CHARGE_EVENTS['charge.authorized'],
  captured: CHARGE_EVENTS['charge.captured'],
  failed: CHARGE_EVENTS['charge.failed'],
  expired: CHARGE_EVENTS['charge.expired'],
  voided: CHARGE_EVENTS['charge.voided'],
  partially_refunded: CHARGE_EVENTS['charge.partially_refunded'],
  refunded: CHARGE_EVENTS['charge.refunded'],
  chargeback: CHARGE_EVENTS['charge.chargeback'],
};

/** The event that tells of a change of status. */
export function eventOfChange(trigger: ChargeTrigger, status: ChargeStatus): DeclaredEvent {
  const isReversal = trigger === 'reverse' || trigger === 'reverse_part' || trigger === 'reverse_rest';
  return isReversal ? CHARGE_EVENTS['charge.chargeback_reversed'] : EVENT_OF_STATUS[status];
}

/** Freezes a charge, and the refund an event is about, as the API shows them now. */
export function chargeEvent(
  event: DeclaredEvent,
  record: ChargeRecord,
  refund: RefundRecord | null = null,
): NewOutboxEvent {
  const { charge, splits } = record;
  return {
    event,
    merchantId: charge.merchantId,
    resourceId: charge.id,
    payload: {
      charge: toChargeResponse(charge, splits),
      ...(refund === null ? {} : { refund: toRefundResponse(refund) }),
    },
    occurredAt: charge.updatedAt,
  };
}
