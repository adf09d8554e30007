import { defineTransitions } from '../../common/state-machine';

export const MONEY_STATUSES = ['waiting', 'carried_out', 'withdrawn', 'expired'] as const;
export type MoneyStatus = (typeof MONEY_STATUSES)[number];

/** What is stored of one that does not wait any more. */
export type MoneyOutcome = Exclude<MoneyStatus, 'waiting'>;

export type MoneyTrigger = 'request' | 'carry_out' | 'withdraw' | 'expire';

/**
 * The status machine of what operators want changed in a book (money contract §20): a second operator carries it out, `expire` is
 * its time.
 */
export const moneyRequestTransitions = defineTransitions<MoneyStatus, MoneyTrigger>('money request', [
  { from: null, on: 'request', to: 'waiting' },
  { from: 'waiting', on: 'carry_out', to: 'carried_out' },
  { from: 'waiting', on: 'withdraw', to: 'withdrawn' },
  { from: 'waiting', on: 'expire', to: 'expired' },
]);
