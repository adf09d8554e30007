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

const UPDATE_APPROVED = prepared(
  `UPDATE submerchant_documents
      SET status = 'approved', rejection_code = NULL, rejection_message = NULL, version = version + 1,
          verified_at = $4, updated_at = $4
    WHERE merchant_id = $1 AND submerchant_id = $2 AND id = ANY(ARRAY(SELECT unnest($3::uuid[])))`,
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
    return tx.findBy(SubmerchantDocument, {
      merchantId: In(submerchants.map(({ merchantId }) => merchantId)),
      submerchantId: In(submerchants.map(({ id }) => id)),
      type: In([...types]),
      replacedAt: IsNull(),
    });
  }

  async listCurrent(
    { merchantId, id: submerchantId }: Submerchant,
    manager: Reading = this.dataSource.manager,
  ): Promise<SubmerchantDocument[]> {
    return manager.find(SubmerchantDocument, {
      where: { merchantId, submerchantId, replacedAt: IsNull() },
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

  /** Documents that were approved together, at one moment. */
  async updateApproved(
    tx: Tx,
    { merchantId, id: submerchantId }: Submerchant,
    documents: readonly SubmerchantDocument[],
    at: Date,
  ): Promise<void> {
    const ids = documents.map(({ id }) => id);
    await tx.query(UPDATE_APPROVED, [merchantId, submerchantId, ids, at]);
  }
}

function found(document: SubmerchantDocument | null): SubmerchantDocument {
  if (document === null) throw commonErrors.NOT_FOUND();
  return document;
}
