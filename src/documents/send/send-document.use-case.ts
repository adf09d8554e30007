import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { type ErrorDetail, noSuch } from '../../common/errors';
import {
  created,
  Idempotency,
  type IdempotencyRequest,
  type Keyed,
  KeyedGroups,
  type KeyedWrite,
  type Reply,
} from '../../common/http';
import { together, type Tx, TxRunner } from '../../database';
import {
  assertEditable,
  type ChangedSubmerchant,
  type LegalRepresentative,
  LegalRepresentativeReader,
  type Submerchant,
  type SubmerchantKey,
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

interface AskedDocument extends Keyed, SubmerchantKey {
  readonly body: SendDocumentBody;
}

/** What is there when a document comes; the submerchant is locked. */
interface Registration {
  readonly submerchant: Submerchant;
  /** The document of its kind that counts now. */
  readonly current: SubmerchantDocument | null;
  /** Whom the body names. */
  readonly partner: LegalRepresentative | null;
}

interface AddedDocument extends KeyedWrite {
  readonly changed: ChangedSubmerchant;
  readonly document: SubmerchantDocument;
}

/**
 * Adds a document and replaces the current one of the same type and legal representative (specification, Submerchant
 * document, rule 1). Those that replace none are written in one statement, all that wait (decision 0028).
 */
@Injectable()
export class SendDocumentUseCase {
  private readonly groups: KeyedGroups<AskedDocument, AddedDocument>;

  constructor(
    transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly partners: LegalRepresentativeReader,
    private readonly documents: DocumentRepository,
    private readonly documentLifecycle: DocumentLifecycle,
    private readonly submerchantLifecycle: SubmerchantLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    this.groups = new KeyedGroups(transactions, idempotency, {
      isOneStatement: () => false,
      hold: async (tx, asked) => {
        const registrations = await this.read(tx, asked, () => submerchantLifecycle.lockFree(tx, asked));
        return asked.map((one, index) => {
          const registration = registrations[index] ?? null;
          return registration === null ? null : () => this.add(registration, one);
        });
      },
      together: (tx, added, claims) =>
        submerchantLifecycle.saveUnrepeated(
          tx,
          added.map(({ changed }) => changed),
          documents.rows(added.map(({ document }) => document)),
          claims,
        ),
      alone: (asked) => this.alone(asked),
    });
  }

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
    return this.groups.write({ merchantId, id: submerchantId, body, key });
  }

  private alone(asked: AskedDocument): Promise<Reply> {
    const { merchantId, id, key, body } = asked;
    const lock = (tx: Tx) =>
      this.read(tx, [asked], async () => [await this.submerchantLifecycle.lock(tx, merchantId, id)]);
    return this.idempotency.runReading(key, lock, async (tx, [registration]) => {
      if (!registration) throw new Error('who waits for a lock has it');
      const { submerchant, current } = registration;
      const document = this.build(registration, body);
      const changes = await this.documentLifecycle.send(tx, document, current);
      await this.submerchantLifecycle.record(tx, submerchant, ...changes);
      return received(document);
    });
  }

  private async read(
    tx: Tx,
    asked: readonly AskedDocument[],
    lock: () => Promise<(Submerchant | null)[]>,
  ): Promise<(Registration | null)[]> {
    const named = asked.flatMap(({ body }) => body.legal_representative_id ?? []);
    const [submerchants, documents, partners] = await together(tx, [
      lock,
      () => this.documents.listCurrentOf(tx, asked, [...new Set(asked.map(({ body }) => body.type))]),
      () => this.partners.listNamed(tx, asked, named),
    ]);
    return asked.map(({ body }, index) => {
      const submerchant = submerchants[index] ?? null;
      if (submerchant === null) return null;
      const partnerId = body.legal_representative_id ?? null;
      const isOurs = ({ submerchantId }: SubmerchantDocument | LegalRepresentative): boolean =>
        submerchantId === submerchant.id;
      const current = documents.find(
        (one) => isOurs(one) && one.type === body.type && one.legalRepresentativeId === partnerId,
      );
      const partner = partners.find((one) => isOurs(one) && one.id === partnerId);
      return { submerchant, current: current ?? null, partner: partner ?? null };
    });
  }

  /** What a group writes; null for a document that does more than add a row. */
  private add(registration: Registration, { body, key }: AskedDocument): AddedDocument | null {
    const { submerchant, current } = registration;
    const document = this.build(registration, body);
    const change = this.documentLifecycle.added(document, current);
    if (change === null) return null;
    const changed = this.submerchantLifecycle.changed(submerchant, change);
    return { id: submerchant.id, key, reply: received(document), changed, document };
  }

  /** The legal representative that the document belongs to: the rules of the specification's conditional field. */
  private partnerOf({ submerchant, partner }: Registration, body: SendDocumentBody): string | null {
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
    if (partner === null) throw noSuch('legal representative');
    return partner.id;
  }

  /** Contract §5, Locks: where documents are locked, one that is rejected or expired may still be sent again. */
  private assertSendable(submerchant: Submerchant, current: SubmerchantDocument | null): void {
    const standing = current === null ? null : effectiveStatus(current, this.clock.now());
    const isRefused = standing === 'rejected' || standing === 'expired';
    assertEditable(submerchant, isRefused ? 'refused_documents' : 'documents');
  }

  private build(registration: Registration, body: SendDocumentBody): SubmerchantDocument {
    const { submerchant, current } = registration;
    const legalRepresentativeId = this.partnerOf(registration, body);
    this.assertSendable(submerchant, current);
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

function received(document: SubmerchantDocument): Reply {
  return created('Document received.', toDocumentResponse(document));
}

function inField(field: string, code: string, message: string): { details: ErrorDetail[] } {
  return { details: [{ field, code, message }] };
}
