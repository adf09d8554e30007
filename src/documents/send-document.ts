import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../common';
import type { Tx } from '../database';
import {
  assertEditable,
  BY_MERCHANT,
  type Change,
  isEditable,
  LegalRepresentativeRepository,
  type Submerchant,
  SubmerchantChanges,
  SubmerchantRepository,
} from '../submerchants';
import { DocumentStatusChanges } from './document-status';
import { documentType } from './document-types';
import type { SendDocumentBody } from './document.dto';
import { SubmerchantDocument } from './document.entity';
import { documentErrors } from './document.errors';
import { DocumentRepository } from './document.repository';
import { documentTransitions } from './document.transitions';
import { effectiveStatus, expiryMoment, hasExpired } from './expiry/expiry';

@Injectable()
export class SendDocument {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly partners: LegalRepresentativeRepository,
    private readonly documents: DocumentRepository,
    private readonly statuses: DocumentStatusChanges,
    private readonly changes: SubmerchantChanges,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a document and replaces the current one of the same type and legal representative (specification, Submerchant
   * document, rule 1). Throws NOT_FOUND, DOCUMENT_TYPE_NOT_ALLOWED, LEGAL_REPRESENTATIVE_REQUIRED,
   * LEGAL_REPRESENTATIVE_NOT_ALLOWED, SUBMERCHANT_LOCKED.
   */
  async run(
    tx: Tx,
    merchantId: string,
    submerchantId: string,
    body: SendDocumentBody,
  ): Promise<SubmerchantDocument> {
    const submerchant = await this.submerchants.lock(tx, merchantId, submerchantId);
    const legalRepresentativeId = await this.partnerOf(tx, submerchant, body);
    const key = { submerchantId, type: body.type, legalRepresentativeId };
    const current = await this.documents.findCurrent(tx, key);
    this.assertSendable(submerchant, current);

    const document = this.build(submerchant, body, legalRepresentativeId);
    if (current !== null) {
      current.replacedAt = document.createdAt;
      current.updatedAt = document.createdAt;
      await this.documents.save(tx, current);
    }
    await this.documents.insert(tx, document);
    await this.changes.record(tx, submerchant, ...(await this.changesOf(tx, submerchant, document, current)));
    return document;
  }

  /** The legal representative that the document belongs to: the rules of the specification's conditional field. */
  private async partnerOf(tx: Tx, submerchant: Submerchant, body: SendDocumentBody): Promise<string | null> {
    const { entityType, perPartner } = documentType(body.type);
    const id = body.legal_representative_id ?? null;
    if (entityType !== submerchant.entityType) throw documentErrors.DOCUMENT_TYPE_NOT_ALLOWED();
    if (!perPartner) {
      if (id !== null) throw documentErrors.LEGAL_REPRESENTATIVE_NOT_ALLOWED();
      return null;
    }
    if (id === null) throw documentErrors.LEGAL_REPRESENTATIVE_REQUIRED();
    return (await this.partners.getInside(tx, submerchant.id, id)).id;
  }

  /** Contract §5, Locks: where documents are locked, one that is rejected or expired may still be sent again. */
  private assertSendable(submerchant: Submerchant, current: SubmerchantDocument | null): void {
    const standing = current === null ? null : effectiveStatus(current, this.clock.now());
    const refused = standing === 'rejected' || standing === 'expired';
    if (refused && isEditable(submerchant.status, 'refused_documents')) return;
    assertEditable(submerchant, 'documents');
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
      createdAt: now,
      updatedAt: now,
    });
  }

  private async changesOf(
    tx: Tx,
    submerchant: Submerchant,
    document: SubmerchantDocument,
    replaced: SubmerchantDocument | null,
  ): Promise<Change[]> {
    const sent: Change = {
      type: 'document_sent',
      actor: BY_MERCHANT,
      from: null,
      to: document.status,
      details: {
        document_id: document.id,
        document_type: document.type,
        legal_representative_id: document.legalRepresentativeId,
        replaced_document_id: replaced?.id ?? null,
      },
    };
    // Contract §5: one already past is accepted, and the document is expired at once.
    if (!hasExpired(document, document.createdAt)) return [sent];
    return [sent, await this.statuses.expire(tx, submerchant, document)];
  }
}
