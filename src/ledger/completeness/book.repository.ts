import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reading, Tx } from '../../database';

/** All statements about which books are complete. */
@Injectable()
export class BookRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The book of a new merchant: nothing happened before it. */
  async open(tx: Tx, merchantId: string): Promise<void> {
    await tx.query(
      `INSERT INTO books (merchant_id, opened_at, backfilled_at)
       SELECT $1, now.at, now.at FROM (SELECT clock_timestamp()::timestamptz(3) AS at) AS now
       ON CONFLICT (merchant_id) DO NOTHING`,
      [merchantId],
    );
  }

  async isComplete(merchantId: string, on: Reading = this.dataSource.manager): Promise<boolean> {
    const rows = await on.query<unknown[]>(
      'SELECT 1 FROM books WHERE merchant_id = $1 AND backfilled_at IS NOT NULL',
      [merchantId],
    );
    return rows.length > 0;
  }

  /** Those after a merchant, in the order of ids. */
  async listIncomplete(afterMerchantId: string, limit: number): Promise<string[]> {
    const rows = await this.dataSource.manager.query<{ merchantId: string }[]>(
      `SELECT merchant_id AS "merchantId" FROM books
        WHERE backfilled_at IS NULL AND merchant_id > $1 ORDER BY merchant_id LIMIT $2`,
      [afterMerchantId, limit],
    );
    return rows.map(({ merchantId }) => merchantId);
  }

  async complete(tx: Tx, merchantId: string): Promise<void> {
    await tx.query(
      'UPDATE books SET backfilled_at = clock_timestamp() WHERE merchant_id = $1 AND backfilled_at IS NULL',
      [merchantId],
    );
  }
}
