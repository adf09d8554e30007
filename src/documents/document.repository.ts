import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { DAY_MS } from '../common';
import { commonErrors } from '../common/errors';
import { type Page, paginate } from '../common/http';
import { prepared, type Reading, type Tx } from '../database';
import type { BelongingRows, Submerchant, SubmerchantKey } from '../submerchants';
import { SubmerchantDocument } from './document.entity';
import type { DocumentTypeName } from './document-types';
import { EXPIRY_WARNING_DAYS } from './expiry/expiry.rules';
import type { ListDocumentsQuery } from './list-documents.query';

export interface DueDocument {
  readonly merchant_id: string;
  readonly submerchant_id: string;
  readonly id: string;
}

const LIST_DUE = `
  SELECT merchant_id, submerchant_id, id FROM submerchant_documents
  WHERE replaced_at IS NULL AND status IN ('pending', 'approved') AND expires_on <= $1
    AND (expires_on <= $2 OR expiry_warned_days IS NULL OR (expires_on <= $3 AND expiry_warned_days > $4))
  ORDER BY expires_on, id LIMIT $5`;

/** How many there are is hidden from the planner (decision 0028). */
const UPDATE_APPROVED = prepared(
  `UPDATE submerchant_documents AS document
      SET status = 'approved', rejection_code = NULL, rejection_message = NULL, version = version + 1,
          verified_at = approved.at, updated_at = approved.at
     FROM unnest((SELECT $1::uuid[]), $2::uuid[], $3::timestamptz[]) AS approved (merchant_id, id, at)
    WHERE document.merchant_id = approved.merchant_id AND document.id = approved.id`,
);

@Injectable()
export class DocumentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Replaced records are shown too (contract §5). */
  async list(
    merchantId: string,
    submerchantId: string,
    query: ListDocumentsQuery,
  ): Promise<Page<SubmerchantDocument>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(SubmerchantDocument, 'document')
      .where({ merchantId, submerchantId });
    if (query.type !== undefined) builder.andWhere('document.type = :type', { type: query.type });
    if (query.current === 'true') builder.andWhere('document.replacedAt IS NULL');
    return paginate(builder, query, {
      alias: 'document',
      merchantId,
      status: 'document.status',
      search: 'document.searchText',
    });
  }

  /** Throws NOT_FOUND, also for a document of another submerchant. */
  async get(merchantId: string, submerchantId: string, id: string): Promise<SubmerchantDocument> {
    const where = { merchantId, submerchantId, id };
    return found(await this.dataSource.manager.findOneBy(SubmerchantDocument, where));
  }

  /** For operators: whosesoever it is. Throws NOT_FOUND. */
  async getAny(id: string, manager: Reading = this.dataSource.manager): Promise<SubmerchantDocument> {
    return found(await manager.findOneBy(SubmerchantDocument, { id }));
  }

  async find(tx: Tx, merchantId: string, id: string): Promise<SubmerchantDocument | null> {
    return tx.findOneBy(SubmerchantDocument, { merchantId, id });
  }

  /**
   * Current documents whose time is over, or that are due a warning, the oldest first: what dueWarning says of each is
   * only asked again by it.
   */
  async listDue(now: Date, limit: number): Promise<DueDocument[]> {
    const [first, last] = EXPIRY_WARNING_DAYS;
    const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
    return this.dataSource.query(LIST_DUE, [inDays(first), now, inDays(last), last, limit]);
  }

  /** The records that count for these types, of several submerchants. */
  async listCurrentOf(
    tx: Tx,
    submerchants: readonly SubmerchantKey[],
    types: readonly DocumentTypeName[],
  ): Promise<SubmerchantDocument[]> {
    return tx.findBy(SubmerchantDocument, { ...currentOf(submerchants), type: In([...types]) });
  }

  /** All records that count, of several submerchants. */
  async listCurrent(
    submerchants: readonly SubmerchantKey[],
    manager: Reading = this.dataSource.manager,
  ): Promise<SubmerchantDocument[]> {
    return manager.find(SubmerchantDocument, {
      where: currentOf(submerchants),
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** The newest ones, and how many there are. */
  async listReplaced(
    { merchantId, id: submerchantId }: Submerchant,
    limit: number,
    manager: Reading = this.dataSource.manager,
  ): Promise<readonly [SubmerchantDocument[], number]> {
    return manager.findAndCount(SubmerchantDocument, {
      where: { merchantId, submerchantId, replacedAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  async insert(tx: Tx, document: SubmerchantDocument): Promise<void> {
    await tx.insert(SubmerchantDocument, document);
  }

  /** For whoever writes them with their submerchants. */
  rows(documents: readonly SubmerchantDocument[]): BelongingRows {
    return { target: SubmerchantDocument, rows: documents };
  }

  async update(tx: Tx, document: SubmerchantDocument): Promise<void> {
    const { merchantId, id, ...columns } = document;
    await tx.update(SubmerchantDocument, { merchantId, id }, columns);
  }

  /** Documents that were approved together. */
  async updateApproved(tx: Tx, documents: readonly SubmerchantDocument[]): Promise<void> {
    await tx.query(UPDATE_APPROVED, [
      documents.map(({ merchantId }) => merchantId),
      documents.map(({ id }) => id),
      documents.map(({ verifiedAt }) => verifiedAt),
    ]);
  }
}

function currentOf(submerchants: readonly SubmerchantKey[]) {
  return {
    merchantId: In(submerchants.map(({ merchantId }) => merchantId)),
    submerchantId: In(submerchants.map(({ id }) => id)),
    replacedAt: IsNull(),
  };
}

function found(document: SubmerchantDocument | null): SubmerchantDocument {
  if (document === null) throw commonErrors.NOT_FOUND();
  return document;
}
