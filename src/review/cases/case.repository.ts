import type { Reading } from '../../database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MerchantMode } from '../../auth';
import { type ListSort, type Page, paginate } from '../../common/http';
import type { CaseKey } from '../case-key';
import type { ListCasesQuery } from './list-cases.query';
import { QueuedCase } from './queued-case.entity';

const CLAIMED = `EXISTS (SELECT 1 FROM case_claims claim
  WHERE claim.merchant_id = queued.merchant_id AND claim.submerchant_id = queued.id AND claim.expires_at > :now)`;
const CLAIMED_BY_VIEWER = `EXISTS (SELECT 1 FROM case_claims claim
  WHERE claim.merchant_id = queued.merchant_id AND claim.submerchant_id = queued.id AND claim.expires_at > :now AND claim.operator_id = :viewerId)`;

const SORTED_BY = {
  name: 'lower(coalesce(queued.tradeName, queued.legalName))',
  merchant: 'lower(queued.merchantName)',
  round: 'queued.rounds',
} as const;

/** Undefined of an order by time, which every list has. */
function sortOf(sort: ListCasesQuery['sort']): ListSort | undefined {
  const name = sort?.replace('-', '');
  if (sort === undefined || name === undefined || !(name in SORTED_BY)) return undefined;
  return { by: SORTED_BY[name as keyof typeof SORTED_BY], direction: sort.startsWith('-') ? 'DESC' : 'ASC' };
}

/** What is read of cases besides the records of other features. */
@Injectable()
export class CaseRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of the queue for the operator of this id; late is what has waited since before `lateSince`. */
  async listQueued(
    query: ListCasesQuery,
    viewerId: string,
    { now, lateSince }: { readonly now: Date; readonly lateSince: Date },
  ): Promise<Page<QueuedCase>> {
    const builder = this.dataSource.manager.createQueryBuilder(QueuedCase, 'queued').where('TRUE');
    const { kind, entity_type: entityType, merchant_id: merchantId } = query;
    if (kind !== undefined) builder.andWhere('queued.kind = :kind', { kind });
    if (entityType !== undefined) builder.andWhere('queued.entityType = :entityType', { entityType });
    if (merchantId !== undefined) builder.andWhere('queued.merchantId = :merchantId', { merchantId });
    if (query.assignee !== undefined) {
      const claimed = query.assignee === 'me' ? CLAIMED_BY_VIEWER : `NOT ${CLAIMED}`;
      builder.andWhere(claimed, { viewerId, now });
    }
    if (query.due === 'late') builder.andWhere('queued.waitingSince < :lateSince', { lateSince });
    return paginate(builder, query, {
      alias: 'queued',
      sort: sortOf(query.sort),
      createdAt: 'waitingSince',
      status: 'queued.status',
      search: 'queued.searchText',
      taxId: { column: 'queued.taxId', found: 'whole' },
      oldestFirst: query.sort !== '-waiting_since',
    });
  }

  /** Since when something waits for an operator here; null when nothing does. */
  async findWaitingSince(manager: Reading, { merchantId, id }: CaseKey): Promise<Date | null> {
    const queued = await manager.findOneBy(QueuedCase, { merchantId, id });
    return queued?.waitingSince ?? null;
  }

  async getMerchant(
    manager: Reading,
    { merchantId }: CaseKey,
  ): Promise<{ readonly name: string; readonly mode: MerchantMode }> {
    const [merchant]: { name: string; mode: MerchantMode }[] = await manager.query(
      `SELECT name, mode FROM merchants WHERE id = $1`,
      [merchantId],
    );
    if (merchant === undefined) throw new Error('a submerchant has a merchant');
    return merchant;
  }

  /** The e-mails of operators by their ids. */
  async listOperatorEmails(manager: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows: { id: string; email: string }[] = await manager.query(
      `SELECT id, email FROM operators WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }
}
