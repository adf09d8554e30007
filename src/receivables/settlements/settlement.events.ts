import { defineEvents } from '../../common/events';
import type { NewOutboxEvent } from '../../common/outbox';
import type { Settlement } from './settlement.entity';
import { SettlementResponse, toSettlementResponse } from './settlement.response';

/** money contract §20, Events. */
export const SETTLEMENT_EVENTS = defineEvents(
  { field: 'settlement', resource: () => SettlementResponse },
  {
    'settlement.completed': {
      text: 'Receivables that were due became available in a wallet.',
      example: { due_date: '2026-12-21', count: 3, amount: 38_514, reserve: 0 },
    },
  },
);

export function settlementCompleted(settlement: Settlement): NewOutboxEvent {
  return {
    event: SETTLEMENT_EVENTS['settlement.completed'],
    merchantId: settlement.merchantId,
    resourceId: settlement.id,
    payload: { settlement: toSettlementResponse(settlement) },
    occurredAt: settlement.createdAt,
  };
}
