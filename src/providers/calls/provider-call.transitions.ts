import { defineTransitions } from '../../common/state-machine';

export const CALL_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export type CallTrigger = 'create' | 'succeed' | 'fail';

/**
 * The status machine of a call to a provider (contract §6, Provider calls): its final answer ends it, once. Without one, and after
 * a refusal that is asked for again, it stays pending.
 */
export const providerCallTransitions = defineTransitions<CallStatus, CallTrigger>('provider call', [
  { from: null, on: 'create', to: 'pending' },
  { from: 'pending', on: 'succeed', to: 'succeeded' },
  { from: 'pending', on: 'fail', to: 'failed' },
]);
