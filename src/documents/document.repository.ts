import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { DAY_MS } from '../common';
import { commonErrors } from '../common/errors';
import { type Page, paginate } from '../common/http';
import type { Reading, Tx } from '../database';
import type { Submerchant } from '../submerchants';
import { SubmerchantDocument } from './document.entity';
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

  /** The record that counts for this type and legal representative. */
  async findCurrent(
    tx: Tx,
    { merchantId, id: submerchantId }: Submerchant,
    { type, legalRepresentativeId }: Pick<SubmerchantDocument, 'type' | 'legalRepresentativeId'>,
  ): Promise<SubmerchantDocument | null> {
    return tx.findOneBy(SubmerchantDocument, {
      merchantId,
      submerchantId,
      type,
      legalRepresentativeId: legalRepresentativeId ?? IsNull(),
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
    await tx.update(
      SubmerchantDocument,
      { merchantId, submerchantId, id: In(documents.map(({ id }) => id)) },
      {
        status: 'approved',
        rejectionCode: null,
        rejectionMessage: null,
        version: () => 'version + 1',
        verifiedAt: at,
        updatedAt: at,
      },
    );
  }
}

function found(document: SubmerchantDocument | null): SubmerchantDocument {
  if (document === null) throw commonErrors.NOT_FOUND();
  return document;
}
