import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { type ListQuery, type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import type { MerchantMode } from '../identity';
import { ApiKey } from './api-key.entity';
import { ApiKeyOwner } from './api-key-owner.entity';

/** The rows of merchants' key pairs. */
@Injectable()
export class ApiKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of a merchant's pairs, newest first, revoked ones too. */
  async list(merchantId: string, query: ListQuery): Promise<Page<ApiKey>> {
    const builder = this.dataSource.manager.createQueryBuilder(ApiKey, 'key').where({ merchantId });
    return paginate(builder, query, { alias: 'key' });
  }

  /** All of a merchant's pairs, newest first, revoked ones too. */
  async listAll(merchantId: string): Promise<ApiKey[]> {
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    return this.dataSource.manager.find(ApiKey, { where: { merchantId }, order });
  }

  /** By merchant, those neither revoked nor expired; a merchant without any is missing. */
  async countActive(merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.dataSource.query<{ id: string; count: number }[]>(
      `SELECT merchant_id AS id, count(*)::int AS count FROM api_keys
        WHERE merchant_id = ANY ($1::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        GROUP BY merchant_id`,
      [merchantIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** The mode of the merchant that a pair is for; null when there is no such merchant. */
  async findMode(merchantId: string): Promise<MerchantMode | null> {
    const rows = await this.dataSource.query<{ mode: MerchantMode }[]>(
      'SELECT mode FROM merchants WHERE id = $1',
      [merchantId],
    );
    return rows[0]?.mode ?? null;
  }

  /** Whose pair this is. */
  async findOwner(tx: Tx, publicKey: string): Promise<string | null> {
    const owner = await tx.findOneBy(ApiKeyOwner, { publicKey });
    return owner?.merchantId ?? null;
  }

  async insert(tx: Tx, key: ApiKey): Promise<void> {
    const { merchantId, publicKey } = key;
    await tx.insert(ApiKeyOwner, { merchantId, publicKey });
    await tx.insert(ApiKey, key);
  }

  /** False when it had ended before; null when the merchant has no such pair. */
  async revoke(tx: Tx, merchantId: string, publicKey: string, now: Date): Promise<boolean | null> {
    const pair = { merchantId, publicKey };
    const { affected } = await tx.update(ApiKey, { ...pair, revokedAt: IsNull() }, { revokedAt: now });
    if (affected === 1) return true;
    return (await tx.existsBy(ApiKey, pair)) ? false : null;
  }
}
