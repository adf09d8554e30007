import { defineTransitions } from '../common/state-machine';

export const WITHDRAWAL_STATUSES = [
  'under_review',
  'pending',
  'processing',
  'paid',
  'failed',
  'cancelled',
  'partially_returned',
  'returned',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export type WithdrawalTrigger =
  | 'ask'
  | 'hold_back'
  | 'approve'
  | 'refuse'
  | 'cancel'
  | 'send'
  | 'pay'
  | 'fail'
  | 'put_off'
  | 'return_part'
  | 'return_all';

/** The status machine of money contract §15: `pay`, `fail`, `put_off` and the returns are what the provider says. */
export const withdrawalTransitions = defineTransitions<WithdrawalStatus, WithdrawalTrigger>('withdrawal', [
  { from: null, on: 'hold_back', to: 'under_review' },
  { from: null, on: 'ask', to: 'pending' },
  { from: 'under_review', on: 'approve', to: 'pending' },
  { from: 'under_review', on: 'refuse', to: 'failed' },
  { from: 'under_review', on: 'cancel', to: 'cancelled' },
  { from: 'pending', on: 'cancel', to: 'cancelled' },
  { from: 'pending', on: 'send', to: 'processing' },
  { from: 'processing', on: 'pay', to: 'paid' },
  { from: 'processing', on: 'fail', to: 'failed' },
  { from: 'processing', on: 'put_off', to: 'pending' },
  { from: 'paid', on: 'return_part', to: 'partially_returned' },
  { from: 'paid', on: 'return_all', to: 'returned' },
  { from: 'partially_returned', on: 'return_part', to: 'partially_returned' },
  { from: 'partially_returned', on: 'return_all', to: 'returned' },
]);
