import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../database';
import { Upload } from './upload.entity';

/** What an upload is found by. */
export type UploadKey = Pick<Upload, 'merchantId' | 'id'>;

const COLUMNS = `merchant_id AS "merchantId", id, submerchant_id AS "submerchantId", file_url AS "fileUrl",
  mime_type AS "mimeType", size_bytes AS "sizeBytes", sha256, key_id AS "keyId", sealed, created_at AS "createdAt"`;

/** An upload that some document names. */
const NAMED = `EXISTS (SELECT FROM submerchant_documents d WHERE d.merchant_id = u.merchant_id
  AND d.submerchant_id = u.submerchant_id AND d.file_url = u.file_url)`;

/** The rows of uploaded files. */
@Injectable()
export class UploadRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, upload: Upload): Promise<void> {
    await tx.insert(Upload, upload);
  }

  /** With its content; null when the submerchant has none such. */
  async find(merchantId: string, submerchantId: string, id: string): Promise<Upload | null> {
    const rows = await this.dataSource.query<Upload[]>(
      `SELECT ${COLUMNS} FROM uploads WHERE merchant_id = $1 AND id = $2 AND submerchant_id = $3`,
      [merchantId, id, submerchantId],
    );
    return rows[0] ?? null;
  }

  /** How many of a submerchant's no document names. */
  async countUnnamed(tx: Tx, merchantId: string, submerchantId: string): Promise<number> {
    const [row] = await tx.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM uploads u
        WHERE u.merchant_id = $1 AND u.submerchant_id = $2 AND NOT ${NAMED}`,
      [merchantId, submerchantId],
    );
    return row.count;
  }

  /** What no document names and is older than that, `limit` at most; returns how many. */
  async deleteUnnamed(tx: Tx, before: Date, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM uploads WHERE (merchant_id, id) IN (
         SELECT u.merchant_id, u.id FROM uploads u WHERE u.created_at < $1 AND NOT ${NAMED} LIMIT $2)`,
      [before, limit],
    );
    return count;
  }

  /** Those that another key sealed, in the order of their keys, from after one on. */
  async listSealedWithOthers(keyId: string, after: UploadKey, limit: number): Promise<UploadKey[]> {
    return this.dataSource.query<UploadKey[]>(
      `SELECT merchant_id AS "merchantId", id FROM uploads
        WHERE (merchant_id, id) > ($2, $3) AND key_id <> $1 ORDER BY merchant_id, id LIMIT $4`,
      [keyId, after.merchantId, after.id, limit],
    );
  }

  /** Until the transaction ends nobody else's to write; null when it is gone. */
  async lock(tx: Tx, { merchantId, id }: UploadKey): Promise<Upload | null> {
    const rows = await tx.query<Upload[]>(
      `SELECT ${COLUMNS} FROM uploads WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [merchantId, id],
    );
    return rows[0] ?? null;
  }

  /** The same content under another key. */
  async updateSealed(
    tx: Tx,
    { merchantId, id }: UploadKey,
    { keyId, sealed }: Pick<Upload, 'keyId' | 'sealed'>,
  ): Promise<void> {
    await tx.update(Upload, { merchantId, id }, { keyId, sealed });
  }
}
