import { Injectable } from '@nestjs/common';
import { Brackets, DataSource } from 'typeorm';
import { type Page, paginate, type PendingKind } from '../../common/http';
import type { Tx } from '../../database';
import type { ListMoneyRequestsQuery } from './list-money-requests.query';
import { MoneyRequest } from './money-request.entity';
import { outcomeOf } from './money-request.rules';
import type { MoneyStatus } from './money-request.transitions';

/** What the answer to a first request waits for. */
export const FIRST_REQUEST: PendingKind = {
  kind: 'money_request',
  waits: `EXISTS (SELECT 1 FROM money_requests WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND id = (kept.waits_for ->> 'id')::uuid AND outcome IS NULL AND expires_at > now())`,
};

/** The rows of what operators want changed in books. */
@Injectable()
export class MoneyRequestRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of all merchants', newest first. */
  async list(query: ListMoneyRequestsQuery, now: Date): Promise<Page<MoneyRequest>> {
    const builder = this.dataSource.manager.createQueryBuilder(MoneyRequest, 'request').where('TRUE');
    const equal = { merchantId: query.merchant_id, walletId: query.wallet_id, action: query.action };
    for (const [property, value] of Object.entries(equal))
      if (value !== undefined) builder.andWhere({ [property]: value });
    const { status } = query;
    if (status !== undefined)
      builder.andWhere(
        new Brackets((any) => {
          any.where('request.outcome IN (:...outcomes)', { outcomes: status });
          if (status.includes('waiting'))
            any.orWhere('request.outcome IS NULL AND request.expiresAt > :now', { now });
          if (status.includes('expired'))
            any.orWhere('request.outcome IS NULL AND request.expiresAt <= :now', { now });
        }),
      );
    return paginate(builder, query, { alias: 'request', createdAt: 'requestedAt' });
  }

  /** The newest of the same requests made since, locked until the transaction ends; none that was withdrawn or has expired. */
  async lockSame(
    tx: Tx,
    { merchantId, fingerprint }: Pick<MoneyRequest, 'merchantId' | 'fingerprint'>,
    since: Date,
  ): Promise<MoneyRequest | null> {
    return tx
      .createQueryBuilder(MoneyRequest, 'request')
      .setLock('for_no_key_update')
      .where({ merchantId, fingerprint })
      .andWhere(
        `(request.outcome IS NULL OR (request.outcome = 'carried_out' AND request.requestedAt > :since))`,
        {
          since,
        },
      )
      .orderBy('request.requestedAt', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Of any merchant, locked until the transaction ends. */
  async lockAny(tx: Tx, id: string): Promise<MoneyRequest | null> {
    return tx.findOne(MoneyRequest, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Throws for one that there is not: none is deleted. */
  async get(tx: Tx, merchantId: string, id: string): Promise<MoneyRequest> {
    return tx.findOneByOrFail(MoneyRequest, { merchantId, id });
  }

  /** False when the same request waits already. */
  async insert(tx: Tx, request: MoneyRequest): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(MoneyRequest)
      .values(request)
      .orIgnore()
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length === 1;
  }

  /** Of a locked one. */
  async end(
    tx: Tx,
    request: MoneyRequest,
    { status, by, at }: { readonly status: MoneyStatus; readonly by: string | null; readonly at: Date },
  ): Promise<void> {
    const end = { outcome: outcomeOf(status), endedBy: by, endedAt: at };
    Object.assign(request, end);
    const { merchantId, id } = request;
    await tx.update(MoneyRequest, { merchantId, id }, end);
  }
}
