import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReceivableGroupResponse } from './receivable-summary.response';
import type { SummariseReceivablesQuery, SummaryGroup } from './summarise-receivables.query';

const KEYS: Readonly<Record<SummaryGroup, string>> = {
  due_date: 'due_date::text',
  month: `to_char(due_date, 'YYYY-MM')`,
  arrangement: 'arrangement',
  status: 'status',
};

/** Receivables added up; without statuses those of every one. */
@Injectable()
export class ReceivableSummaryRepository {
  constructor(private readonly dataSource: DataSource) {}

  async sum(
    merchantId: string,
    { wallet_id: walletId, due_from: from, due_to: to, group_by: group, status }: SummariseReceivablesQuery,
  ): Promise<ReceivableGroupResponse[]> {
    return this.dataSource.manager.query<ReceivableGroupResponse[]>(
      `SELECT ${KEYS[group]} AS key, count(*)::int AS count, sum(amount_cents)::float8 AS amount, sum(fee_cents)::float8 AS fee,
              sum(reversed_cents)::float8 AS amount_reversed,
              sum(amount_cents - fee_cents - reversed_cents)::float8 AS net
         FROM receivables
        WHERE merchant_id = $1 AND ($2::uuid IS NULL OR wallet_id = $2::uuid) AND due_date BETWEEN $3::date AND $4::date
          AND ($5::text[] IS NULL OR status = ANY ($5::text[]))
        GROUP BY 1 ORDER BY 1 NULLS LAST`,
      [merchantId, walletId ?? null, from, to, status ?? null],
    );
  }
}
