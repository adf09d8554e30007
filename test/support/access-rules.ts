import type { OperatorRole, Scope } from '../../src/auth';

const OUTCOMES = ['allowed', 'unknown (401)', 'forbidden (403)', 'hidden (404)'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const [ALLOWED, UNKNOWN, FORBIDDEN, HIDDEN] = OUTCOMES;

/** Whom the service sees. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'merchant'; readonly mode: 'test' | 'live'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'portal'; readonly of: 'merchant' | 'submerchant'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'operator'; readonly via: 'key' | 'session'; readonly role: OperatorRole };
export type Rule = (identity: Identity) => Outcome;

export const ROLES: readonly OperatorRole[] = ['viewer', 'reviewer', 'treasurer', 'admin'];

export const anybody: Rule = () => ALLOWED;
/** Payment providers sign what they send: no credentials of ours open their door. */
export const providersAlone: Rule = () => UNKNOWN;

export function merchants(scope: Scope, only?: 'test'): Rule {
  return (identity) => {
    if (identity.kind === 'nobody') return UNKNOWN;
    if (identity.kind !== 'merchant') return FORBIDDEN;
    if (only === 'test' && identity.mode === 'live') return HIDDEN;
    return identity.scopes.includes(scope) ? ALLOWED : FORBIDDEN;
  };
}

/** Who may what each role may: a treasurer decides on no registration, a reviewer on no money (money contract §20). */
const MAY: Readonly<Record<OperatorRole, readonly OperatorRole[]>> = {
  viewer: ROLES,
  reviewer: ['reviewer', 'admin'],
  treasurer: ['treasurer', 'admin'],
  admin: ['admin'],
};

export function operators(lowest: OperatorRole, via?: 'session'): Rule {
  return (identity) => {
    // The portal's cookie is none where operators' is.
    if (identity.kind === 'nobody' || identity.kind === 'portal') return UNKNOWN;
    if (identity.kind === 'merchant') return FORBIDDEN;
    if (via === 'session' && identity.via === 'key') return FORBIDDEN;
    return MAY[lowest].includes(identity.role) ? ALLOWED : FORBIDDEN;
  };
}

/** The routes that the portal's own pages use about their session. */
export const portals: Rule = (identity) => {
  if (identity.kind === 'nobody') return UNKNOWN;
  return identity.kind === 'portal' ? ALLOWED : FORBIDDEN;
};
