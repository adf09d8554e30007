import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { type Page, paginate } from '../common/http';
import type { StatusGroup } from '../common/money';
import type { Reading, Tx } from '../database';
import { Anticipation } from './anticipation.entity';
import type { ListAnticipationsQuery, ListOperatorAnticipationsQuery } from './list-anticipations.query';

export type AnticipationKey = Pick<Anticipation, 'merchantId' | 'id'>;

/** One whose day has come. */
export interface DueAnticipation extends AnticipationKey {
  /** YYYY-MM-DD. */
  readonly paymentDate: string;
}

/** All statements about anticipations; their items have a repository of their own. */
@Injectable()
export class AnticipationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<Anticipation | null> {
    return on.findOneBy(Anticipation, { merchantId, id });
  }

  /** As find, for operators: whosesoever it is. */
  async findAny(id: string, on: Reading = this.dataSource.manager): Promise<Anticipation | null> {
    return on.findOneBy(Anticipation, { id });
  }

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListAnticipationsQuery): Promise<Page<Anticipation>> {
    return this.page(this.all().where({ merchantId }), query, { merchantId, oldestFirst: false });
  }

  /** As list, for operators: of all merchants, or of the one that the query names, oldest first. */
  async listAny(query: ListOperatorAnticipationsQuery): Promise<Page<Anticipation>> {
    const { merchant_id: merchantId } = query;
    const builder = merchantId === undefined ? this.all().where('TRUE') : this.all().where({ merchantId });
    return this.page(builder, query, { oldestFirst: true });
  }

  /** The row, locked until the transaction ends; its open receivables are locked before. */
  async lock(tx: Tx, { merchantId, id }: AnticipationKey): Promise<Anticipation | null> {
    return tx.findOne(Anticipation, { where: { merchantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Approved ones whose day has come, the longest due first, from after one on. */
  async listDue(until: string, after: DueAnticipation | null, limit: number): Promise<DueAnticipation[]> {
    return this.dataSource.query<DueAnticipation[]>(
      `SELECT merchant_id AS "merchantId", id, payment_date::text AS "paymentDate" FROM anticipations
        WHERE status = 'approved' AND payment_date <= $1::date
          AND ($2::date IS NULL OR (payment_date, merchant_id, id) > ($2::date, $3::uuid, $4::uuid))
        ORDER BY payment_date, merchant_id, id LIMIT $5`,
      [until, after?.paymentDate ?? null, after?.merchantId ?? null, after?.id ?? null, limit],
    );
  }

  /** What a merchant's, or one of its wallets', come to by status. */
  async listGroups(merchantId: string, walletId: string | null): Promise<StatusGroup[]> {
    return this.dataSource.query<StatusGroup[]>(
      `SELECT status AS key, count(*)::int AS count, sum(amount_cents)::float8 AS "amountCents", sum(fee_cents)::float8 AS "feeCents"
         FROM anticipations WHERE merchant_id = $1 AND ($2::uuid IS NULL OR wallet_id = $2)
        GROUP BY status ORDER BY status`,
      [merchantId, walletId],
    );
  }

  async insert(tx: Tx, anticipation: Anticipation): Promise<void> {
    await tx.insert(Anticipation, anticipation);
  }

  async update(tx: Tx, anticipation: Anticipation): Promise<void> {
    const { merchantId, id, ...columns } = anticipation;
    await tx.update(Anticipation, { merchantId, id }, columns);
  }

  private all(): SelectQueryBuilder<Anticipation> {
    return this.dataSource.manager.createQueryBuilder(Anticipation, 'anticipation');
  }

  private page(
    builder: SelectQueryBuilder<Anticipation>,
    query: ListAnticipationsQuery,
    spec: { readonly merchantId?: string; readonly oldestFirst: boolean },
  ): Promise<Page<Anticipation>> {
    const { wallet_id: walletId, external_id: externalId } = query;
    if (walletId !== undefined) builder.andWhere({ walletId });
    if (externalId !== undefined) builder.andWhere({ externalId });
    return paginate(builder, query, {
      ...spec,
      alias: 'anticipation',
      status: 'anticipation.status',
      search: `lower(CAST(anticipation.id AS text) || E'\\n' || coalesce(anticipation.externalId, ''))`,
    });
  }
}
