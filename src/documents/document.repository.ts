import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import { commonErrors } from '../common/errors';
import { type Page, paginate } from '../common/http';
import type { Tx } from '../database';
import type { DocumentListQuery } from './document.dto';
import { SubmerchantDocument } from './document.entity';

@Injectable()
export class DocumentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Replaced records are shown too (contract §5). */
  async list(submerchantId: string, query: DocumentListQuery): Promise<Page<SubmerchantDocument>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(SubmerchantDocument, 'document')
      .where('document.submerchantId = :submerchantId', { submerchantId });
    if (query.type !== undefined) builder.andWhere('document.type = :type', { type: query.type });
    if (query.current === 'true') builder.andWhere('document.replacedAt IS NULL');
    return paginate(builder, query, {
      alias: 'document',
      status: 'document.status',
      search: 'document.searchText',
    });
  }

  /** Throws NOT_FOUND, also for a document of another submerchant. */
  async get(submerchantId: string, id: string): Promise<SubmerchantDocument> {
    return found(await this.dataSource.manager.findOneBy(SubmerchantDocument, { id, submerchantId }));
  }

  /** For operators: whosesoever it is. Throws NOT_FOUND. */
  async getAny(id: string): Promise<SubmerchantDocument> {
    return found(await this.dataSource.manager.findOneBy(SubmerchantDocument, { id }));
  }

  async findInside(tx: Tx, id: string): Promise<SubmerchantDocument | null> {
    return tx.findOneBy(SubmerchantDocument, { id });
  }

  async getInside(tx: Tx, id: string): Promise<SubmerchantDocument> {
    return found(await tx.findOneBy(SubmerchantDocument, { id }));
  }

  /** The record that counts for this type and legal representative. */
  async findCurrent(
    tx: Tx,
    key: { submerchantId: string; type: SubmerchantDocument['type']; legalRepresentativeId: string | null },
  ): Promise<SubmerchantDocument | null> {
    return tx.findOneBy(SubmerchantDocument, {
      ...key,
      legalRepresentativeId: key.legalRepresentativeId ?? IsNull(),
      replacedAt: IsNull(),
    });
  }

  async listCurrent(tx: Tx, submerchantId: string): Promise<SubmerchantDocument[]> {
    return tx.find(SubmerchantDocument, {
      where: { submerchantId, replacedAt: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async insert(tx: Tx, document: SubmerchantDocument): Promise<void> {
    await tx.insert(SubmerchantDocument, document);
  }

  async save(tx: Tx, document: SubmerchantDocument): Promise<void> {
    const { id, ...columns } = document;
    await tx.update(SubmerchantDocument, { id }, columns);
  }

  /** Documents that were approved together, at one moment. */
  async saveApproved(tx: Tx, documents: readonly SubmerchantDocument[], at: Date): Promise<void> {
    await tx.update(
      SubmerchantDocument,
      { id: In(documents.map(({ id }) => id)) },
      { status: 'approved', rejectionCode: null, rejectionMessage: null, verifiedAt: at, updatedAt: at },
    );
  }
}

function found(document: SubmerchantDocument | null): SubmerchantDocument {
  if (document === null) throw commonErrors.NOT_FOUND();
  return document;
}
