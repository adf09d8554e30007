import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { type ErrorDetail, named } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import {
  assertEditable,
  LegalRepresentativeReader,
  type Submerchant,
  SubmerchantLifecycle,
} from '../../submerchants';
import { SubmerchantDocument } from '../document.entity';
import { documentErrors } from '../document.errors';
import { DocumentLifecycle } from '../document.lifecycle';
import { DocumentRepository } from '../document.repository';
import { toDocumentResponse } from '../document.response';
import { documentTransitions } from '../document.transitions';
import { documentType } from '../document-types';
import { effectiveStatus, expiryMoment } from '../expiry/expiry.rules';
import type { SendDocumentBody } from './send-document.body';

/**
 * Adds a document and replaces the current one of the same type and legal representative (specification, Submerchant
 * document, rule 1).
 */
@Injectable()
export class SendDocumentUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly partners: LegalRepresentativeReader,
    private readonly documents: DocumentRepository,
    private readonly documentLifecycle: DocumentLifecycle,
    private readonly submerchantLifecycle: SubmerchantLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND, DOCUMENT_TYPE_NOT_ALLOWED, LEGAL_REPRESENTATIVE_REQUIRED, LEGAL_REPRESENTATIVE_NOT_ALLOWED,
   * SUBMERCHANT_LOCKED.
   */
  async execute(
    merchantId: string,
    submerchantId: string,
    body: SendDocumentBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchantLifecycle.lock(tx, merchantId, submerchantId);
      const legalRepresentativeId = await this.partnerOf(tx, submerchant, body);
      const kind = { type: body.type, legalRepresentativeId };
      const current = await this.documents.findCurrent(tx, submerchant, kind);
      this.assertSendable(submerchant, current);
      const document = this.build(submerchant, body, legalRepresentativeId);
      const changes = await this.documentLifecycle.send(tx, submerchant, document, current);
      await this.submerchantLifecycle.record(tx, submerchant, ...changes);
      return created('Document received.', toDocumentResponse(document));
    });
  }

  /** The legal representative that the document belongs to: the rules of the specification's conditional field. */
  private async partnerOf(tx: Tx, submerchant: Submerchant, body: SendDocumentBody): Promise<string | null> {
    const { entityType, perPartner } = documentType(body.type);
    const id = body.legal_representative_id ?? null;
    if (entityType !== submerchant.entityType)
      throw documentErrors.DOCUMENT_TYPE_NOT_ALLOWED(
        inField('type', 'other_entity_type', `is no type of entity_type ${submerchant.entityType}`),
      );
    if (!perPartner) {
      if (id !== null)
        throw documentErrors.LEGAL_REPRESENTATIVE_NOT_ALLOWED(
          inField('legal_representative_id', 'not_allowed', 'is not taken with this type'),
        );
      return null;
    }
    if (id === null)
      throw documentErrors.LEGAL_REPRESENTATIVE_REQUIRED(
        inField('legal_representative_id', 'required', 'is required with this type'),
      );
    return (await named('legal representative', this.partners.getInside(tx, submerchant, id))).id;
  }

  /** Contract §5, Locks: where documents are locked, one that is rejected or expired may still be sent again. */
  private assertSendable(submerchant: Submerchant, current: SubmerchantDocument | null): void {
    const standing = current === null ? null : effectiveStatus(current, this.clock.now());
    const isRefused = standing === 'rejected' || standing === 'expired';
    assertEditable(submerchant, isRefused ? 'refused_documents' : 'documents');
  }

  private build(
    submerchant: Submerchant,
    body: SendDocumentBody,
    legalRepresentativeId: string | null,
  ): SubmerchantDocument {
    const now = this.clock.now();
    const expiresAt = body.expires_at ?? null;
    return Object.assign(new SubmerchantDocument(), {
      id: this.ids.next(),
      merchantId: submerchant.merchantId,
      submerchantId: submerchant.id,
      submerchantEntityType: submerchant.entityType,
      legalRepresentativeId,
      type: body.type,
      status: documentTransitions.next(null, 'send'),
      number: body.number ?? null,
      fileUrl: body.file_url,
      fileName: body.file_name,
      fileSizeBytes: body.file_size,
      mimeType: body.mime_type,
      expiresAt,
      expiresOn: expiresAt === null ? null : expiryMoment(expiresAt),
      expiryWarnedDays: null,
      notes: body.notes ?? null,
      rejectionCode: null,
      rejectionMessage: null,
      round: submerchant.rounds,
      // Contract §4: search over type, file_name.
      searchText: searchText(body.type, body.file_name),
      replacedAt: null,
      verifiedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }
}

function inField(field: string, code: string, message: string): { details: ErrorDetail[] } {
  return { details: [{ field, code, message }] };
}
