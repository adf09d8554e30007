import { type DeclaredEvent, defineEvents } from '../common/events';
import type { NewOutboxEvent } from '../common/outbox';
import type { Anticipation } from './anticipation.entity';
import { AnticipationResponse, toAnticipationResponse } from './anticipation.response';
import type { AnticipationStatus } from './anticipation.transitions';

const MOMENT = '2026-11-27T14:03:27.512Z';
const asked = {
  ...{ status: 'pending', amount: 150_000, fee: 3_375, payout: 146_625, monthly_percentage: 1.5 },
  ...{ count: 3, average_days: 45, timeframe: 'start', payment_date: '2026-11-27' },
};
const decided = { ...asked, decided_at: MOMENT };

/** Money contract §20, Events. */
export const ANTICIPATION_EVENTS = defineEvents(
  { field: 'anticipation', resource: () => AnticipationResponse },
  {
    'anticipation.pending': { text: 'An anticipation waits for an operator.', example: asked },
    'anticipation.approved': {
      text: 'An anticipation was approved: it is paid on its payment_date.',
      example: { ...decided, status: 'approved' },
    },
    'anticipation.paid': {
      text: 'The payout of an anticipation is available.',
      example: { ...decided, status: 'paid', paid_at: MOMENT },
    },
    'anticipation.refused': {
      text: 'An anticipation was refused: its receivables wait for their days again.',
      example: {
        ...{ ...decided, status: 'refused' },
        refusal: {
          code: 'insufficient_history',
          message: 'The platform has not seen enough of these sales yet.',
        },
      },
    },
    'anticipation.cancelled': {
      text: 'An anticipation was taken back, or refunds and disputes left nothing in it.',
      example: { ...asked, status: 'cancelled' },
    },
  },
);

const EVENT_OF: Readonly<Record<AnticipationStatus, DeclaredEvent>> = {
  pending: ANTICIPATION_EVENTS['anticipation.pending'],
  approved: ANTICIPATION_EVENTS['anticipation.approved'],
  paid: ANTICIPATION_EVENTS['anticipation.paid'],
  refused: ANTICIPATION_EVENTS['anticipation.refused'],
  cancelled: ANTICIPATION_EVENTS['anticipation.cancelled'],
};

/** Freezes an anticipation as the API shows it now, under the event of its status. */
export function anticipationEvent(anticipation: Anticipation): NewOutboxEvent {
  const { merchantId, id, status, updatedAt } = anticipation;
  return {
    event: EVENT_OF[status],
    merchantId,
    resourceId: id,
    payload: { anticipation: toAnticipationResponse(anticipation) },
    occurredAt: updatedAt,
  };
}
