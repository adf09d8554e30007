import { defineTransitions } from '../../common/state-machine';

export const ACCOUNT_STATUSES = ['active', 'disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type AccountTrigger = 'add' | 'disable';

/** The status machine of an account at a provider. What was made with one goes on once it is disabled; nothing leads back. */
export const providerAccountTransitions = defineTransitions<AccountStatus, AccountTrigger>(
  'provider account',
  [
    { from: null, on: 'add', to: 'active' },
    { from: 'active', on: 'disable', to: 'disabled' },
  ],
);
