import { type DeclaredEvent, defineEvents } from '../common/events';
import type { NewOutboxEvent } from '../common/outbox';
import type { WithdrawalRecord } from './withdrawal.repository';
import { toWithdrawalResponse, WithdrawalResponse } from './withdrawal.response';
import type { WithdrawalStatus } from './withdrawal.transitions';

const PAID = '2026-11-27T14:03:27.512Z';
const asked = { status: 'pending', amount: 25_000, fee: 100, total: 25_100 };
const paid = { ...asked, status: 'paid', paid_at: PAID, end_to_end_id: 'E0000000020261127140301a2b3c4d5e' };

/** Money contract §20, Events. */
export const WITHDRAWAL_EVENTS = defineEvents(
  { field: 'withdrawal', resource: () => WithdrawalResponse },
  {
    'withdrawal.under_review': {
      text: 'A withdrawal waits for an operator.',
      example: { ...asked, status: 'under_review' },
    },
    'withdrawal.pending': { text: 'A withdrawal will be sent: its money is held.', example: asked },
    'withdrawal.processing': {
      text: 'A withdrawal is with the provider.',
      example: { ...asked, status: 'processing' },
    },
    'withdrawal.paid': { text: 'The money of a withdrawal has arrived.', example: paid },
    'withdrawal.failed': {
      text: 'A withdrawal was refused: its money is available again.',
      example: {
        ...{ ...asked, status: 'failed', failed_at: PAID },
        failure: { code: 'account_closed', message: 'The account is closed.' },
      },
    },
    'withdrawal.cancelled': {
      text: 'A withdrawal was taken back before it was sent: its money is available again.',
      example: { ...asked, status: 'cancelled', cancelled_at: PAID },
    },
    'withdrawal.partially_returned': {
      text: 'A part of what was paid came back, and is available again.',
      example: { ...paid, status: 'partially_returned', amount_returned: 10_000 },
    },
    'withdrawal.returned': {
      text: 'All that was paid came back, and is available again; the fee stays.',
      example: { ...paid, status: 'returned', amount_returned: 25_000 },
    },
  },
);

const EVENT_OF: Readonly<Record<WithdrawalStatus, DeclaredEvent>> = {
  under_review: WITHDRAWAL_EVENTS['withdrawal.under_review'],
  pending: WITHDRAWAL_EVENTS['withdrawal.pending'],
  processing: WITHDRAWAL_EVENTS['withdrawal.processing'],
  paid: WITHDRAWAL_EVENTS['withdrawal.paid'],
  failed: WITHDRAWAL_EVENTS['withdrawal.failed'],
  cancelled: WITHDRAWAL_EVENTS['withdrawal.cancelled'],
  partially_returned: WITHDRAWAL_EVENTS['withdrawal.partially_returned'],
  returned: WITHDRAWAL_EVENTS['withdrawal.returned'],
};

/** Freezes a withdrawal as the API shows it now, under the event of its status. */
export function withdrawalEvent(record: WithdrawalRecord): NewOutboxEvent {
  const { merchantId, id, status, updatedAt } = record.withdrawal;
  return {
    event: EVENT_OF[status],
    merchantId,
    resourceId: id,
    payload: { withdrawal: toWithdrawalResponse(record) },
    occurredAt: updatedAt,
  };
}
