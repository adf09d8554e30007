import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LinesOf } from '../../providers';

/** What a provider reports about something of a merchant's, and at which account. */
export interface ResourceLines {
  readonly accountId: string;
  readonly lines: readonly LinesOf[];
}

const LINES = `
  SELECT provider_account_id AS account, 'payment' AS type, provider_reference AS reference
    FROM charges WHERE merchant_id = $1 AND id = $2 AND provider_reference IS NOT NULL
  UNION ALL
  SELECT account_id, 'refund', key FROM provider_calls
   WHERE merchant_id = $1 AND subject_id = $2 AND kind = 'refund'
  UNION ALL
  SELECT provider_account_id, type, provider_dispute_id
    FROM disputes CROSS JOIN unnest(ARRAY['dispute', 'dispute_return']) AS type WHERE merchant_id = $1 AND id = $2
  UNION ALL
  SELECT provider_account_id, 'payout', provider_reference
    FROM withdrawals WHERE merchant_id = $1 AND id = $2 AND provider_reference IS NOT NULL
  UNION ALL
  SELECT w.provider_account_id, 'payout_return', r.provider_return_id
    FROM withdrawals w JOIN withdrawal_returns r ON r.merchant_id = w.merchant_id AND r.withdrawal_id = w.id
   WHERE w.merchant_id = $1 AND w.id = $2`;

const IS_THERE = `
  SELECT EXISTS (SELECT 1 FROM charges WHERE merchant_id = $1 AND id = $2)
      OR EXISTS (SELECT 1 FROM refunds WHERE merchant_id = $1 AND id = $2)
      OR EXISTS (SELECT 1 FROM disputes WHERE merchant_id = $1 AND id = $2)
      OR EXISTS (SELECT 1 FROM withdrawals WHERE merchant_id = $1 AND id = $2) AS there`;

/** The names under which providers report what a merchant has. */
@Injectable()
export class ResourceLinesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null: the merchant has nothing of this id. */
  async find(merchantId: string, id: string): Promise<ResourceLines | null> {
    const rows = await this.dataSource.query<
      { readonly account: string; readonly type: LinesOf['type']; readonly reference: string }[]
    >(LINES, [merchantId, id]);
    const [first] = rows;
    if (first !== undefined)
      return { accountId: first.account, lines: rows.map(({ type, reference }) => ({ type, reference })) };
    const [is] = await this.dataSource.query<{ there: boolean }[]>(IS_THERE, [merchantId, id]);
    return is?.there === true ? { accountId: '', lines: [] } : null;
  }
}
