import { defineTransitions } from '../../common/state-machine';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export type RefundTrigger = 'create' | 'succeed' | 'fail';

/** The status machine of contract §6, Refunds: the provider's answer ends it, and nothing follows. */
export const refundTransitions = defineTransitions<RefundStatus, RefundTrigger>('refund', [
  { from: null, on: 'create', to: 'pending' },
  { from: 'pending', on: 'succeed', to: 'succeeded' },
  { from: 'pending', on: 'fail', to: 'failed' },
]);
