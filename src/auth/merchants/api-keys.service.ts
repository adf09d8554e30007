import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { Clock, IdGenerator, Randomness } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { type ListQuery, type Page, paginate } from '../../common/http';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { makeKeyPair } from '../credentials/key-pair';
import type { Scope } from '../identity';
import { ApiKey } from './api-key.entity';
import type { Merchant } from './merchant.entity';

/** A pair with its secret: shown once, never stored. */
export interface IssuedKeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A merchant's new pair. */
export interface IssuedApiKey extends IssuedKeyPair {
  readonly createdAt: Date;
}

/** Merchants' key pairs. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  async issue(
    tx: Tx,
    merchant: Pick<Merchant, 'id' | 'mode'>,
    options: { scopes: Scope[]; expiresAt: Date | null },
    actor: AuditActor,
  ): Promise<IssuedApiKey> {
    const createdAt = this.clock.now();
    const prefixes = { public: `pk_${merchant.mode}`, secret: `sk_${merchant.mode}` };
    const { publicKey, secretKey, secretMac, pepperId } = makeKeyPair(
      prefixes,
      this.randomness,
      this.config.crypto.pepper,
    );
    await tx.insert(ApiKey, {
      id: this.ids.next(),
      merchantId: merchant.id,
      publicKey,
      secretMac,
      pepperId,
      scopes: options.scopes,
      expiresAt: options.expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      createdAt,
    });
    await this.audit.append(tx, {
      action: 'key.issued',
      actor,
      target: { type: 'api_key', id: publicKey },
      merchantId: merchant.id,
      details: { scopes: options.scopes, expires_at: options.expiresAt },
    });
    return { publicKey, secretKey, createdAt };
  }

  /** Newest first, revoked ones too. */
  ofMerchant(merchantId: string): Promise<ApiKey[]> {
    return this.dataSource
      .getRepository(ApiKey)
      .find({ where: { merchantId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** One page, newest first, revoked ones too. */
  list(merchantId: string, query: ListQuery): Promise<Page<ApiKey>> {
    const builder = this.dataSource.manager.createQueryBuilder(ApiKey, 'key').where({ merchantId });
    return paginate(builder, query, { alias: 'key' });
  }

  /**
   * Ends a merchant's pair, on every process within a second; false when it had ended before. Null when the merchant
   * has no such pair.
   */
  async revokeOf(tx: Tx, merchantId: string, publicKey: string, actor: AuditActor): Promise<boolean | null> {
    const where = { merchantId, publicKey };
    const result = await tx.update(
      ApiKey,
      { ...where, revokedAt: IsNull() },
      { revokedAt: this.clock.now() },
    );
    if (result.affected === 1) {
      await this.auditRevocation(tx, merchantId, publicKey, actor);
      return true;
    }
    return (await tx.existsBy(ApiKey, where)) ? false : null;
  }

  /** Holds on every process within a second. Throws KEY_NOT_FOUND. */
  async revoke(publicKey: string, actor: AuditActor): Promise<void> {
    await this.transactions.run(async (tx) => {
      const key = await tx.findOneBy(ApiKey, { publicKey });
      const revoked = key !== null && (await this.revokeOf(tx, key.merchantId, publicKey, actor)) === true;
      if (!revoked) throw authErrors.KEY_NOT_FOUND();
    });
  }

  private auditRevocation(tx: Tx, merchantId: string, publicKey: string, actor: AuditActor): Promise<void> {
    return this.audit.append(tx, {
      action: 'key.revoked',
      actor,
      target: { type: 'api_key', id: publicKey },
      merchantId,
    });
  }
}
