import { defineTransitions } from '../common/state-machine';

export const SUBMERCHANT_STATUSES = ['pending', 'pending_review', 'active', 'rejected', 'suspended'] as const;
export type SubmerchantStatus = (typeof SUBMERCHANT_STATUSES)[number];

export type SubmerchantTrigger =
  'create' | 'submit' | 'approve' | 'reject' | 'request_resubmission' | 'resubmit' | 'suspend' | 'reactivate';

/**
 * The status machine of a submerchant: specification, Submerchant status, completed by contract §5. Two triggers
 * lead back to pending: `resubmit` is the merchant's own request after a correctable rejection,
 * `request_resubmission` is the operator's.
 */
export const submerchantTransitions = defineTransitions<SubmerchantStatus, SubmerchantTrigger>(
  'submerchant',
  [
    { from: null, on: 'create', to: 'pending' },
    { from: 'pending', on: 'submit', to: 'pending_review' },
    { from: 'pending_review', on: 'approve', to: 'active' },
    { from: 'pending_review', on: 'reject', to: 'rejected' },
    { from: 'pending_review', on: 'request_resubmission', to: 'pending' },
    { from: 'rejected', on: 'request_resubmission', to: 'pending' },
    { from: 'rejected', on: 'resubmit', to: 'pending' },
    { from: 'active', on: 'suspend', to: 'suspended' },
    { from: 'suspended', on: 'reactivate', to: 'active' },
  ],
);

/** Who may pull which trigger (contract §5, Status machine, By). */
export const TRIGGERED_BY: Readonly<Record<SubmerchantTrigger, 'merchant' | 'operator'>> = {
  create: 'merchant',
  submit: 'merchant',
  approve: 'operator',
  reject: 'operator',
  request_resubmission: 'operator',
  resubmit: 'merchant',
  suspend: 'operator',
  reactivate: 'operator',
};
