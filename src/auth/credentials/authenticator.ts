import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../common';
import { type KeyedHash, keyedHash, matchesKeyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import type { Identity } from '../identity';
import type { SessionToken } from '../sessions/session-cookie';
import type { BasicCredentials } from './basic-credentials';
import {
  CredentialRepository,
  type MerchantCredential,
  type OperatorCredential,
  type SessionCredential,
} from './credential.repository';

/** contract §2: a revocation holds within a second on every process, so nothing is believed for longer than half of one. */
const CACHE_MS = 500;
const CACHE_ENTRIES = 10_000;
const TOUCH_EVERY_MS = 60_000;

interface Credential {
  readonly identity: Identity;
  readonly secret: KeyedHash;
  readonly expiresAt: Date | null;
}

interface Session extends Credential {
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
}

/** Turns a key pair or a session's cookie into the identity it stands for. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger(Authenticator.name);
  private readonly credentials = new LRUCache<string, Promise<Credential | null>>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
  });
  private readonly sessions = new LRUCache<string, Promise<Session | null>>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
  });
  private readonly touched = new LRUCache<string, true>({ max: CACHE_ENTRIES, ttl: TOUCH_EVERY_MS });
  /** What an unknown public key is compared with, so that it takes the same time as a known one. */
  private readonly nobody: KeyedHash;

  constructor(
    private readonly repository: CredentialRepository,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.nobody = {
      keyId: config.crypto.pepper.newest.id,
      mac: keyedHash(config.crypto.pepper, '').mac.reverse(),
    };
  }

  /** Null when the pair is unknown, wrong, expired or revoked. Rejects when the database cannot be asked. */
  async authenticate({ publicKey, secretKey }: BasicCredentials): Promise<Identity | null> {
    const credential = await this.find(publicKey);
    const matches = matchesKeyedHash(this.config.crypto.pepper, secretKey, credential?.secret ?? this.nobody);
    if (credential === null || !matches) return null;
    if (credential.expiresAt !== null && credential.expiresAt <= this.clock.now()) return null;
    this.touch(credential.identity.kind, publicKey);
    return credential.identity;
  }

  /** Null when there is no such session, its token is wrong, or it has ended. Rejects like `authenticate`. */
  async authenticateSession({ sessionId, token }: SessionToken): Promise<Identity | null> {
    const session = await this.findSession(sessionId);
    const matches = matchesKeyedHash(this.config.crypto.pepper, token, session?.secret ?? this.nobody);
    const now = this.clock.now();
    if (session === null || !matches || session.expiresAt <= now) return null;
    if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
      // Named with the moment that is stored: the next minute's note is another one, whatever this cache remembers.
      this.noteOnce(`${sessionId} ${session.lastSeenAt.getTime()}`, 'last_seen_at', () =>
        this.repository.touchSession(sessionId, now).finally(() => this.forgetSession(sessionId)),
      );
    }
    return session.identity;
  }

  /** A session that ended or was put off here is read anew at once, not after half a second. */
  forgetSession(sessionId: string): void {
    this.sessions.delete(sessionId);
  }

  private findSession(sessionId: string): Promise<Session | null> {
    const cached = this.sessions.get(sessionId);
    if (cached !== undefined) return cached;
    const found = this.repository
      .findSession(sessionId)
      .then((row) => (row === null ? null : sessionOf(sessionId, row)));
    this.sessions.set(sessionId, found);
    found.catch(() => this.sessions.delete(sessionId));
    return found;
  }

  private find(publicKey: string): Promise<Credential | null> {
    const cached = this.credentials.get(publicKey);
    if (cached !== undefined) return cached;
    const found = this.load(publicKey);
    this.credentials.set(publicKey, found);
    found.catch(() => this.credentials.delete(publicKey));
    return found;
  }

  private async load(publicKey: string): Promise<Credential | null> {
    if (/^pk_(test|live)_[0-9a-f]{32}$/.test(publicKey)) {
      const row = await this.repository.findMerchant(publicKey);
      return row === null ? null : this.merchant(publicKey, row);
    }
    if (/^opk_[0-9a-f]{32}$/.test(publicKey)) {
      const row = await this.repository.findOperator(publicKey);
      return row === null ? null : operator(row);
    }
    return null;
  }

  private merchant(publicKey: string, row: MerchantCredential): Credential {
    const defaults = this.config.rateLimits;
    return {
      identity: {
        kind: 'merchant',
        subject: `merchant:${row.merchant_id}`,
        merchantId: row.merchant_id,
        name: row.name,
        mode: row.mode,
        scopes: row.scopes,
        publicKey,
        limits: {
          transactions: row.limit_transactions ?? defaults.transactions,
          queries: row.limit_queries ?? defaults.queries,
          default: row.limit_default ?? defaults.default,
        },
      },
      secret: { keyId: row.pepper_id, mac: row.secret_mac },
      expiresAt: row.expires_at,
    };
  }

  /** The use of a key is a note for people: a request neither waits for it nor fails with it. */
  private touch(kind: Identity['kind'], publicKey: string): void {
    this.noteOnce(publicKey, 'last_used_at', () => this.repository.touch(kind, publicKey));
  }

  private noteOnce(name: string, what: string, write: () => Promise<void>): void {
    if (this.touched.has(name)) return;
    this.touched.set(name, true);
    write().catch((error: unknown) => {
      this.touched.delete(name);
      this.logger.warn(`${what} was not noted: ${error instanceof Error ? error.message : 'unknown error'}`);
    });
  }
}

function sessionOf(sessionId: string, row: SessionCredential): Session {
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

function operator(row: OperatorCredential): Credential {
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
