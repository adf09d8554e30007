import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, Randomness } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { type IssuedKeyPair, makeKeyPair } from '../authentication/key-pair';
import type { MerchantMode, Scope } from '../identity';
import { ApiKeyRepository } from './api-key.repository';

export interface NewApiKey {
  readonly merchantId: string;
  readonly mode: MerchantMode;
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expiresAt: Date | null;
}

/** A merchant's new pair. */
export interface IssuedApiKey extends IssuedKeyPair {
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** Issues merchants' key pairs: the first one with its merchant, others when an administrator asks. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  async issue(
    tx: Tx,
    { merchantId, mode, scopes, expiresAt }: NewApiKey,
    actor: AuditActor,
  ): Promise<IssuedApiKey> {
    const createdAt = this.clock.now();
    const prefixes = { public: `pk_${mode}`, secret: `sk_${mode}` };
    const { pepper } = this.config.crypto;
    const { publicKey, secretKey, secretMac, pepperId } = makeKeyPair(prefixes, this.randomness, pepper);
    await this.keys.insert(tx, {
      id: this.ids.next(),
      merchantId,
      publicKey,
      secretMac,
      pepperId,
      scopes: [...scopes],
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      createdAt,
    });
    await this.audit.append(tx, {
      action: 'key.issued',
      actor,
      target: { type: 'api_key', id: publicKey },
      merchantId,
      details: { scopes, expires_at: expiresAt },
    });
    return { publicKey, secretKey, scopes, expiresAt, createdAt };
  }
}
