import { Injectable, Logger } from '@nestjs/common';
import { hash, timingSafeEqual } from 'node:crypto';
import { boundedCache, Clock, errorMessage } from '../../common';
import { type KeyedHash, keyedHash, matchesKeyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import type { Authenticated } from '../identity';
import { CredentialCacheService, type SessionInUse } from './credential-cache.service';
import { CredentialRepository } from './credential.repository';
import type { PortalToken } from './portal-cookie.service';
import type { SessionToken } from './session-cookie.service';

/** At most one note of its use a minute and credential. */
const NOTE_EVERY_MS = 60_000;
const NOTES = 10_000;

/** As long as a proof, and none. */
const NO_PROOF = Buffer.alloc(64);

/** A key pair as a request presents it. */
export interface BasicCredentials {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Turns a key pair or a session's cookie into the identity it stands for (decision 0005). */
@Injectable()
export class AuthenticateUseCase {
  private readonly logger = new Logger(AuthenticateUseCase.name);
  private readonly noted = boundedCache<true>(NOTES, NOTE_EVERY_MS);
  /**
   * By a credential as it is remembered now: the hash of the secret that opened it. The same secret again needs no keyed hash, which
   * is most of what authentication costs. It goes with the credential, half a second later.
   */
  private readonly proven = new WeakMap<KeyedHash, Buffer>();
  /** What an unknown public key is compared with, so that it takes the same time as a known one. */
  private readonly nobody: KeyedHash;

  constructor(
    private readonly cache: CredentialCacheService,
    private readonly credentials: CredentialRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.nobody = {
      keyId: config.crypto.pepper.newest.id,
      mac: keyedHash(config.crypto.pepper, '').mac.reverse(),
    };
  }

  /** Null when it is unknown, wrong, expired or ended. Rejects when the database cannot be asked. */
  execute(presented: BasicCredentials | SessionToken | PortalToken): Promise<Authenticated | null> {
    if ('publicKey' in presented) return this.ofKeyPair(presented);
    return 'opens' in presented ? this.ofPortal(presented) : this.ofSession(presented);
  }

  private async ofKeyPair({ publicKey, secretKey }: BasicCredentials): Promise<Authenticated | null> {
    const credential = await this.cache.find(publicKey);
    const matches = this.matches(secretKey, credential?.secret);
    if (credential === null || !matches) return null;
    if (credential.expiresAt !== null && credential.expiresAt <= this.clock.now()) return null;
    const { identity } = credential;
    this.noteOnce(publicKey, 'last_used_at', (tx) =>
      identity.kind === 'merchant'
        ? this.credentials.touchApiKey(tx, identity.merchantId, publicKey)
        : this.credentials.touchOperatorKey(tx, publicKey),
    );
    return identity;
  }

  private async ofSession(presented: SessionToken): Promise<Authenticated | null> {
    const session = await this.cache.findSession(presented.sessionId);
    return this.inUse(presented, session, {
      touch: (tx, now) => this.credentials.touchSession(tx, presented.sessionId, now),
      forget: () => this.cache.forgetSession(presented.sessionId),
    });
  }

  private async ofPortal(presented: PortalToken): Promise<Authenticated | null> {
    const session = await this.cache.findPortal(presented.sessionId);
    return this.inUse(presented, session, {
      touch: (tx, now) => this.credentials.touchPortal(tx, presented.sessionId, now),
      forget: () => this.cache.forgetPortal(presented.sessionId),
    });
  }

  private inUse(
    { sessionId, token }: SessionToken,
    session: SessionInUse | null,
    { touch, forget }: { touch: (tx: Tx, now: Date) => Promise<void>; forget: () => void },
  ): Authenticated | null {
    const matches = this.matches(token, session?.secret);
    const now = this.clock.now();
    if (session === null || !matches || session.expiresAt <= now) return null;
    if (now.getTime() - session.lastSeenAt.getTime() >= NOTE_EVERY_MS) {
      // Named with the moment that is stored: the next minute's note is another one, whatever this cache remembers.
      this.noteOnce(
        `${sessionId} ${session.lastSeenAt.getTime()}`,
        'last_seen_at',
        (tx) => touch(tx, now),
        forget,
      );
    }
    return session.identity;
  }

  /** A wrong secret takes the same time whether its public key is known or not. */
  private matches(secret: string, stored: KeyedHash = this.nobody): boolean {
    const proof = Buffer.from(hash('sha256', secret, 'hex'), 'latin1');
    if (timingSafeEqual(proof, this.proven.get(stored) ?? NO_PROOF)) return true;
    const matches = matchesKeyedHash(this.config.crypto.pepper, secret, stored);
    if (matches && stored !== this.nobody) this.proven.set(stored, proof);
    return matches;
  }

  /** The use of a credential is a note for people: a request neither waits for it nor fails with it. */
  private noteOnce(
    name: string,
    what: string,
    write: (tx: Tx) => Promise<void>,
    then: () => void = () => undefined,
  ): void {
    if (this.noted.has(name)) return;
    this.noted.set(name, true);
    this.transactions
      .run(write)
      .finally(then)
      .catch((error: unknown) => {
        this.noted.delete(name);
        this.logger.warn(`${what} was not noted: ${errorMessage(error)}`);
      });
  }
}
