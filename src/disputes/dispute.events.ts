import { type DeclaredEvent, defineEvents } from '../common/events';
import type { NewOutboxEvent } from '../common/outbox';
import type { DisputeRecord } from './dispute.repository';
import { DisputeResponse, toDisputeResponse } from './dispute.response';
import type { DisputeStatus } from './dispute.transitions';

const CLOSED = '2026-11-27T14:03:27.512Z';
const open = { kind: 'chargeback', status: 'open', amount: 12_990, debited_amount: 12_990, fee: 2_500 };

/** money contract §20, Events. */
export const DISPUTE_EVENTS = defineEvents(
  { field: 'dispute', resource: () => DisputeResponse },
  {
    'dispute.open': {
      text: 'A payer disputes a charge; it can be contested until respond_by. Once more when its amount grows.',
      example: open,
    },
    'dispute.contested': {
      text: 'The provider took what speaks against a dispute.',
      example: { ...open, status: 'contested' },
    },
    'dispute.won': {
      text: 'A dispute was decided for the merchant: what was debited or blocked is back.',
      example: { ...open, status: 'won', debited_amount: 0, closed_at: CLOSED },
    },
    'dispute.lost': {
      text: 'A dispute was decided for the payer, or was accepted.',
      example: { ...open, status: 'lost', closed_at: CLOSED },
    },
  },
);

const EVENT_OF: Readonly<Record<DisputeStatus, DeclaredEvent>> = {
  open: DISPUTE_EVENTS['dispute.open'],
  contested: DISPUTE_EVENTS['dispute.contested'],
  won: DISPUTE_EVENTS['dispute.won'],
  lost: DISPUTE_EVENTS['dispute.lost'],
};

/** Freezes a dispute as the API shows it now, under the event of its status. */
export function disputeEvent(record: DisputeRecord): NewOutboxEvent {
  const { merchantId, id, status, updatedAt } = record.dispute;
  return {
    event: EVENT_OF[status],
    merchantId,
    resourceId: id,
    payload: { dispute: toDisputeResponse(record) },
    occurredAt: updatedAt,
  };
}
