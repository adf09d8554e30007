import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { type Page, paginate, type PendingKind } from '../common/http';
import type { StatusGroup } from '../common/money';
import type { Reading, Tx } from '../database';
import { type PayableDestination, PayableDestinationsService } from '../destinations';
import type { ListOperatorWithdrawalsQuery, ListWithdrawalsQuery } from './list-withdrawals.query';
import { WithdrawalReturn } from './withdrawal-return.entity';
import { Withdrawal } from './withdrawal.entity';

/** A withdrawal, where it goes, and what came back. */
export interface WithdrawalRecord {
  readonly withdrawal: Withdrawal;
  readonly destination: PayableDestination;
  readonly returns: WithdrawalReturn[];
}

export type WithdrawalKey = Pick<Withdrawal, 'merchantId' | 'id'>;

/** With the provider for more than an hour (money contract §15, Unknown outcomes). */
const UNANSWERED = `status = 'processing' AND sent_at < now() - interval '1 hour'`;

const FAILED = `('failed', 'cancelled')`;

/** What the answer to a first approval waits for. */
export const FIRST_APPROVAL: PendingKind = {
  kind: 'withdrawal_approval',
  waits: `EXISTS (SELECT 1 FROM withdrawals WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND id = (kept.waits_for ->> 'id')::uuid AND status = 'under_review')`,
};

/** All statements about withdrawals. */
@Injectable()
export class WithdrawalRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly destinations: PayableDestinationsService,
  ) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<WithdrawalRecord | null> {
    return this.withParts(on, await on.findOneBy(Withdrawal, { merchantId, id }));
  }

  /** As find, for operators: whosesoever it is. */
  async findAny(id: string, on: Reading = this.dataSource.manager): Promise<WithdrawalRecord | null> {
    return this.withParts(on, await on.findOneBy(Withdrawal, { id }));
  }

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListWithdrawalsQuery): Promise<Page<WithdrawalRecord>> {
    return this.page(this.all().where({ merchantId }), query, { merchantId, oldestFirst: false });
  }

  /** As list, for operators: of all merchants, or of the one that the query names, oldest first. */
  async listAny(query: ListOperatorWithdrawalsQuery): Promise<Page<WithdrawalRecord>> {
    const { merchant_id: merchantId } = query;
    const builder = merchantId === undefined ? this.all().where('TRUE') : this.all().where({ merchantId });
    if (query.attention !== undefined) builder.andWhere(`withdrawal.${UNANSWERED}`);
    return this.page(builder, query, { oldestFirst: true });
  }

  async lock(tx: Tx, { merchantId, id }: WithdrawalKey): Promise<WithdrawalRecord | null> {
    const where = { merchantId, id };
    const found = await tx.findOne(Withdrawal, { where, lock: { mode: 'pessimistic_write' } });
    return this.withParts(tx, found);
  }

  /** Pending ones whose time has come, the longest due first. */
  async listDue(limit: number): Promise<WithdrawalKey[]> {
    return this.dataSource.query<WithdrawalKey[]>(
      `SELECT merchant_id AS "merchantId", id FROM withdrawals
        WHERE status = 'pending' AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
  }

  /** How many are with their provider and nobody knows what became of them, and for how many seconds the oldest has been there. */
  async countUnanswered(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.dataSource.query<{ count: number; oldestSeconds: number }[]>(
      `SELECT count(*) FILTER (WHERE ${UNANSWERED})::int AS count,
              coalesce(extract(epoch FROM now() - min(sent_at)), 0)::float8 AS "oldestSeconds"
         FROM withdrawals WHERE status = 'processing'`,
    );
    return row ?? { count: 0, oldestSeconds: 0 };
  }

  /** What counts against a wallet's day: how many since a moment, and how much. */
  async getUsedSince(
    merchantId: string,
    walletId: string,
    since: Date,
    on: Reading = this.dataSource.manager,
  ): Promise<{ count: number; amountCents: number }> {
    const [row] = await on.query<{ count: number; amountCents: number }[]>(
      `SELECT count(*)::int AS count, coalesce(sum(amount_cents), 0)::float8 AS "amountCents" FROM withdrawals
        WHERE merchant_id = $1 AND wallet_id = $2 AND created_at >= $3 AND status NOT IN ${FAILED}`,
      [merchantId, walletId, since],
    );
    return row ?? { count: 0, amountCents: 0 };
  }

  /** What a merchant's, or one of its wallets', come to by status. */
  async listGroups(merchantId: string, walletId: string | null): Promise<StatusGroup[]> {
    return this.dataSource.query<StatusGroup[]>(
      `SELECT status AS key, count(*)::int AS count, sum(amount_cents)::float8 AS "amountCents", sum(fee_cents)::float8 AS "feeCents"
         FROM withdrawals WHERE merchant_id = $1 AND ($2::uuid IS NULL OR wallet_id = $2)
        GROUP BY status ORDER BY status`,
      [merchantId, walletId],
    );
  }

  async insert(tx: Tx, withdrawal: Withdrawal): Promise<void> {
    await tx.insert(Withdrawal, withdrawal);
  }

  async insertReturn(tx: Tx, one: WithdrawalReturn): Promise<void> {
    await tx.insert(WithdrawalReturn, one);
  }

  async update(tx: Tx, withdrawal: Withdrawal): Promise<void> {
    const { merchantId, id, ...columns } = withdrawal;
    await tx.update(Withdrawal, { merchantId, id }, columns);
  }

  private all(): SelectQueryBuilder<Withdrawal> {
    return this.dataSource.manager.createQueryBuilder(Withdrawal, 'withdrawal');
  }

  private async page(
    builder: SelectQueryBuilder<Withdrawal>,
    query: ListWithdrawalsQuery,
    spec: { readonly merchantId?: string; readonly oldestFirst: boolean },
  ): Promise<Page<WithdrawalRecord>> {
    const { wallet_id: walletId, source, external_id: externalId } = query;
    if (walletId !== undefined) builder.andWhere({ walletId });
    if (source !== undefined) builder.andWhere({ source });
    if (externalId !== undefined) builder.andWhere({ externalId });
    const page = await paginate(builder, query, {
      ...spec,
      alias: 'withdrawal',
      status: 'withdrawal.status',
      search: `lower(CAST(withdrawal.id AS text) || E'\\n' || coalesce(withdrawal.externalId, ''))`,
    });
    return { ...page, items: await this.withAllParts(this.dataSource.manager, page.items) };
  }

  private async withParts(on: Reading, withdrawal: Withdrawal | null): Promise<WithdrawalRecord | null> {
    if (withdrawal === null) return null;
    const [record] = await this.withAllParts(on, [withdrawal]);
    return record ?? null;
  }

  private async withAllParts(on: Reading, withdrawals: readonly Withdrawal[]): Promise<WithdrawalRecord[]> {
    if (withdrawals.length === 0) return [];
    const destinations = await this.destinations.findMany(
      withdrawals.map(({ destinationId }) => destinationId),
      on,
    );
    const returns = await on.find(WithdrawalReturn, {
      where: {
        merchantId: In([...new Set(withdrawals.map(({ merchantId }) => merchantId))]),
        withdrawalId: In(withdrawals.map(({ id }) => id)),
      },
      order: { withdrawalId: 'ASC', number: 'ASC' },
    });
    return withdrawals.map((withdrawal) => {
      const destination = destinations.get(withdrawal.destinationId);
      if (destination === undefined) throw new Error('a withdrawal has a destination');
      const own = returns.filter(({ withdrawalId }) => withdrawalId === withdrawal.id);
      return { withdrawal, destination, returns: own };
    });
  }
}
