import { defineTransitions } from '../common/state-machine';

export const CHARGE_STATUSES = [
  'pending',
  'authorized',
  'captured',
  'failed',
  'expired',
  'voided',
  'partially_refunded',
  'refunded',
  'chargeback',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

export const CHARGE_TRIGGERS = [
  'create',
  'authorize',
  'pay',
  'decline',
  'expire',
  'void',
  'capture',
  'refund_part',
  'refund_rest',
  'charge_back',
  'reverse',
  'reverse_part',
  'reverse_rest',
] as const;
export type ChargeTrigger = (typeof CHARGE_TRIGGERS)[number];

/**
 * The status machine of contract §6. `pay` is money that came without a capture of its own: a card captured at once,
 * a charge that its payer paid, also after it expired. `capture` takes an authorised amount. The three of `reverse` are a
 * debited dispute that was won (money contract §17), of a charge of which nothing, a part or all was refunded.
 */
export const chargeTransitions = defineTransitions<ChargeStatus, ChargeTrigger>('charge', [
  { from: null, on: 'create', to: 'pending' },
  { from: 'pending', on: 'authorize', to: 'authorized' },
  { from: 'pending', on: 'pay', to: 'captured' },
  { from: 'pending', on: 'decline', to: 'failed' },
  { from: 'pending', on: 'expire', to: 'expired' },
  { from: 'pending', on: 'void', to: 'voided' },
  { from: 'authorized', on: 'void', to: 'voided' },
  { from: 'authorized', on: 'capture', to: 'captured' },
  { from: 'captured', on: 'refund_part', to: 'partially_refunded' },
  { from: 'captured', on: 'refund_rest', to: 'refunded' },
  { from: 'partially_refunded', on: 'refund_part', to: 'partially_refunded' },
  { from: 'partially_refunded', on: 'refund_rest', to: 'refunded' },
  { from: 'captured', on: 'charge_back', to: 'chargeback' },
  { from: 'partially_refunded', on: 'charge_back', to: 'chargeback' },
  { from: 'refunded', on: 'charge_back', to: 'chargeback' },
  { from: 'chargeback', on: 'reverse', to: 'captured' },
  { from: 'chargeback', on: 'reverse_part', to: 'partially_refunded' },
  { from: 'chargeback', on: 'reverse_rest', to: 'refunded' },
  { from: 'expired', on: 'pay', to: 'captured' },
]);
