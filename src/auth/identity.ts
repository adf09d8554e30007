import type { Caller } from '../common/http';
import type { RateLimits } from '../config';

export const MERCHANT_MODES = ['test', 'live'] as const;
export type MerchantMode = (typeof MERCHANT_MODES)[number];

/** `read` opens GET and the POSTs that change nothing, `money` what moves or redirects money, `write` the rest. */
export const SCOPES = ['read', 'write', 'money'] as const;
export type Scope = (typeof SCOPES)[number];

/** Of a pair that names none (money contract §15): a live one moves money only when that is named. */
export const DEFAULT_SCOPES: Readonly<Record<MerchantMode, readonly Scope[]>> = {
  test: SCOPES,
  live: ['read', 'write'],
};

export const OPERATOR_ROLES = ['viewer', 'reviewer', 'treasurer', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** A visit to the portal, as a request of its pages shows it. */
export interface PortalVisit {
  readonly sessionId: string;
  /** The one submerchant that it may see; null: all that is the merchant's. */
  readonly submerchantId: string | null;
}

interface Requester extends Caller {
  /** Of this request. */
  readonly requestId: string;
}

export interface MerchantIdentity extends Requester {
  readonly kind: 'merchant';
  readonly merchantId: string;
  readonly name: string;
  readonly mode: MerchantMode;
  readonly scopes: readonly Scope[];
  /** The pair that was used; in the portal the one that made its link. */
  readonly publicKey: string;
  /** Null with a key pair. */
  readonly portal: PortalVisit | null;
  /** The limits in force for this merchant. */
  readonly limits: RateLimits;
}

export interface OperatorIdentity extends Requester {
  readonly kind: 'operator';
  readonly operatorId: string;
  readonly email: string;
  readonly role: OperatorRole;
  /** A key pair for scripts, or a session of the pages: some routes need a session. */
  readonly via: 'key' | 'session';
  /** The session of the request; null with a key pair. */
  readonly sessionId: string | null;
}

export type Identity = MerchantIdentity | OperatorIdentity;

/** Whoever it is, before it is known by which request: many ask for the same at once. */
export type Authenticated = AuthenticatedMerchant | Omit<OperatorIdentity, 'requestId'>;
export type AuthenticatedMerchant = Omit<MerchantIdentity, 'requestId'>;
