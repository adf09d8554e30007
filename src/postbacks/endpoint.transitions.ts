import { defineTransitions } from '../common/state-machine';

export const ENDPOINT_STATUSES = ['active', 'paused', 'deleted'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** What its merchant sees and sets: a deleted endpoint is gone for it. */
export const SETTABLE_STATUSES = ['active', 'paused'] as const satisfies readonly EndpointStatus[];
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

export type EndpointTrigger = 'create' | 'pause' | 'activate' | 'delete';

/** The status machine of a webhook endpoint (specification, Webhook endpoint status). */
export const endpointTransitions = defineTransitions<EndpointStatus, EndpointTrigger>('webhook endpoint', [
  { from: null, on: 'create', to: 'active' },
  { from: 'active', on: 'pause', to: 'paused' },
  { from: 'paused', on: 'activate', to: 'active' },
  { from: 'active', on: 'delete', to: 'deleted' },
  { from: 'paused', on: 'delete', to: 'deleted' },
]);
