import { Injectable } from '@nestjs/common';
import type { Page } from '../common/http';
import type { Reading } from '../database';
import { type Submerchant, type SubmerchantKey, SubmerchantReader } from '../submerchants';
import type { SubmerchantDocument } from './document.entity';
import { DocumentRepository } from './document.repository';
import type { ListDocumentsQuery } from './list-documents.query';

export type { SubmerchantDocument } from './document.entity';

/** Reads the documents of a merchant's submerchant, replaced ones too (contract §5). */
@Injectable()
export class DocumentReader {
  constructor(
    private readonly submerchants: SubmerchantReader,
    private readonly documents: DocumentRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async list(
    merchantId: string,
    submerchantId: string,
    query: ListDocumentsQuery,
  ): Promise<Page<SubmerchantDocument>> {
    await this.submerchants.getRecord(merchantId, submerchantId);
    return this.documents.list(merchantId, submerchantId, query);
  }

  /** Throws NOT_FOUND. */
  async get(merchantId: string, submerchantId: string, id: string): Promise<SubmerchantDocument> {
    await this.submerchants.getRecord(merchantId, submerchantId);
    return this.documents.get(merchantId, submerchantId, id);
  }

  /** For operators: whosesoever it is. Throws NOT_FOUND. */
  async getAny(id: string, reading?: Reading): Promise<SubmerchantDocument> {
    return this.documents.getAny(id, reading);
  }

  /** The records that count for review, of several submerchants, the oldest first. */
  async listCurrent(
    submerchants: readonly SubmerchantKey[],
    reading?: Reading,
  ): Promise<SubmerchantDocument[]> {
    return this.documents.listCurrent(submerchants, reading);
  }

  /** The newest of the records that were replaced, and how many there are. */
  async listReplaced(
    submerchant: Submerchant,
    limit: number,
    reading?: Reading,
  ): Promise<readonly [SubmerchantDocument[], number]> {
    return this.documents.listReplaced(submerchant, limit, reading);
  }
}
