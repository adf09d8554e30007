import { Injectable } from '@nestjs/common';
import { boundedCache, type BoundedCache } from '../../common';
import type { KeyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import type { Authenticated, AuthenticatedMerchant } from '../identity';
import {
  CredentialRepository,
  type MerchantCredential,
  type OperatorCredential,
  type PortalCredential,
  type SessionCredential,
} from './credential.repository';

/** contract §2: a revocation holds within a second on every process, so nothing is believed for longer than half of one. */
const CACHE_MS = 500;
const CACHE_ENTRIES = 10_000;

/** A key pair that is neither unknown nor revoked; whether its secret was shown and it has expired is still to be asked. */
export interface Credential {
  readonly identity: Authenticated;
  readonly secret: KeyedHash;
  readonly expiresAt: Date | null;
}

/** The same of a session. */
export interface SessionInUse extends Credential {
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
}

/** Credentials as they were stored at most half a second ago (decision 0005): at most two look-ups a second each. */
@Injectable()
export class CredentialCacheService {
  private readonly credentials = boundedCache<Promise<Credential | null>>(CACHE_ENTRIES, CACHE_MS);
  private readonly sessions = boundedCache<Promise<SessionInUse | null>>(CACHE_ENTRIES, CACHE_MS);

  private readonly portals = boundedCache<Promise<SessionInUse | null>>(CACHE_ENTRIES, CACHE_MS);

  constructor(
    private readonly repository: CredentialRepository,
    private readonly config: AppConfig,
  ) {}

  find(publicKey: string): Promise<Credential | null> {
    return remembered(this.credentials, publicKey, () => this.load(publicKey));
  }

  findSession(sessionId: string): Promise<SessionInUse | null> {
    return remembered(this.sessions, sessionId, async () => {
      const row = await this.repository.findSession(sessionId);
      return row === null ? null : sessionInUse(sessionId, row);
    });
  }

  /** A session that ended or was put off here is read anew at once, not after half a second. */
  forgetSession(sessionId: string): void {
    this.sessions.delete(sessionId);
  }

  /** A visit to the portal, as long as the key pair that made its link is one. */
  findPortal(sessionId: string): Promise<SessionInUse | null> {
    return remembered(this.portals, sessionId, async () => {
      const row = await this.repository.findPortal(sessionId);
      return row === null ? null : this.portalInUse(sessionId, row);
    });
  }

  /** As forgetSession. */
  forgetPortal(sessionId: string): void {
    this.portals.delete(sessionId);
  }

  private async load(publicKey: string): Promise<Credential | null> {
    if (/^pk_(test|live)_[0-9a-f]{32}$/.test(publicKey)) {
      const row = await this.repository.findMerchant(publicKey);
      return row === null ? null : this.merchantCredential(publicKey, row);
    }
    if (/^opk_[0-9a-f]{32}$/.test(publicKey)) {
      const row = await this.repository.findOperator(publicKey);
      return row === null ? null : operatorCredential(row);
    }
    return null;
  }

  private merchantCredential(publicKey: string, row: MerchantCredential): Credential {
    return {
      identity: this.merchant(publicKey, row),
      secret: { keyId: row.pepper_id, mac: row.secret_mac },
      expiresAt: row.expires_at,
    };
  }

  /**
   * The merchant's people count as the merchant. A submerchant's count by themselves: who was sent a link must not be able to
   * use up what the merchant may ask.
   */
  private portalInUse(sessionId: string, row: PortalCredential): SessionInUse {
    const { submerchant_id: submerchantId, merchant_id: merchantId } = row;
    const identity = this.merchant(row.public_key, row);
    return {
      identity: {
        ...identity,
        subject: submerchantId === null ? identity.subject : `portal:${merchantId}:${submerchantId}`,
        portal: { sessionId, submerchantId },
      },
      secret: { keyId: row.pepper_id, mac: row.secret_mac },
      expiresAt: row.expires_at,
      lastSeenAt: row.last_seen_at,
    };
  }

  private merchant(publicKey: string, row: MerchantCredential): AuthenticatedMerchant {
    const defaults = this.config.rateLimits;
    return {
      kind: 'merchant',
      subject: `merchant:${row.merchant_id}`,
      merchantId: row.merchant_id,
      name: row.name,
      mode: row.mode,
      scopes: row.scopes,
      publicKey,
      portal: null,
      limits: {
        transactions: row.limit_transactions ?? defaults.transactions,
        queries: row.limit_queries ?? defaults.queries,
        default: row.limit_default ?? defaults.default,
      },
    };
  }
}

/** Those who ask at once wait for one look-up; one that failed is not remembered. */
function remembered<T>(cache: BoundedCache<Promise<T>>, name: string, load: () => Promise<T>): Promise<T> {
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const found = load();
  cache.set(name, found);
  found.catch(() => cache.delete(name));
  return found;
}

function sessionInUse(sessionId: string, row: SessionCredential): SessionInUse {
  return {
    identity: {
      kind: 'operator',
      subject: `operator:${row.operator_id}`,
      operatorId: row.operator_id,
      email: row.email,
      role: row.role,
      via: 'session',
      sessionId,
    },
    secret: { keyId: row.pepper_id, mac: row.secret_mac },
    expiresAt: row.idle_expires_at,
    lastSeenAt: row.last_seen_at,
  };
}

function operatorCredential(row: OperatorCredential): Credential {
  return {
    identity: {
      kind: 'operator',
      subject: `operator:${row.operator_id}`,
      operatorId: row.operator_id,
      email: row.email,
      role: row.role,
      via: 'key',
      sessionId: null,
    },
    secret: { keyId: row.pepper_id, mac: row.secret_mac },
    expiresAt: row.expires_at,
  };
}
