import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import { commonErrors } from '../common/errors';
import { type NewOutboxEvent, Outbox, type OutboxRow } from '../common/outbox';
import { ahead, type Tx } from '../database';
import { type Actor, BY_MERCHANT, BY_SYSTEM, type Change } from '../submerchants';
import type { SubmerchantDocument } from './document.entity';
import { DOCUMENT_EVENTS, EVENT_OF_STATUS } from './document.events';
import { DocumentRepository } from './document.repository';
import { toDocumentResponse } from './document.response';
import { type DocumentTrigger, documentTransitions } from './document.transitions';
import { hasExpired } from './expiry/expiry.rules';

/** Documents that are approved, not written yet, with the changes and the events that this is. */
export interface ApprovedDocuments {
  readonly documents: readonly SubmerchantDocument[];
  readonly changes: readonly Change[];
  readonly events: readonly OutboxRow[];
}

export interface DocumentRefusal {
  readonly code: string;
  readonly message: string | null;
}

/**
 * The one writer of the documents of a locked submerchant: status by the table, row and event together. Each answers
 * the changes for the submerchant's history, which the caller records with its own, so that all are one version.
 */
@Injectable()
export class DocumentLifecycle {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Adds a document in place of the current one of its kind; one whose time is already over expires at once. */
  async send(tx: Tx, document: SubmerchantDocument, current: SubmerchantDocument | null): Promise<Change[]> {
    if (current !== null) {
      current.replacedAt = document.createdAt;
      grow(current, document.createdAt);
      await ahead(tx, () => this.documents.update(tx, current));
    }
    await ahead(tx, () => this.documents.insert(tx, document));
    const sent = sentChange(document, current);
    // Contract §5: one already past is accepted, and the document is expired at once.
    if (!hasExpired(document, document.createdAt)) return [sent];
    return [sent, await this.expire(tx, document)];
  }

  /** As send, not written yet; null for one that does more than add a row: it replaces another one, or is over already. */
  added(document: SubmerchantDocument, current: SubmerchantDocument | null): Change | null {
    const isAdded = current === null && !hasExpired(document, document.createdAt);
    return isAdded ? sentChange(document, null) : null;
  }

  /** Throws INVALID_STATE. */
  async approve(tx: Tx, document: SubmerchantDocument, actor: Actor): Promise<Change> {
    const approved = this.approved([document], actor);
    await this.saveApproved(tx, [approved]);
    const [change] = approved.changes;
    if (change === undefined) throw new Error('one document has one change');
    return change;
  }

  /** Any number, not written yet. Throws INVALID_STATE. */
  approved(documents: readonly SubmerchantDocument[], actor: Actor): ApprovedDocuments {
    const now = this.clock.now();
    const step = { actor, type: 'document_approved', refusal: null };
    const changes = documents.map((document) => {
      document.verifiedAt = now;
      return transition(document, 'approve', step, now);
    });
    const events = documents.map((document) => this.outbox.row(announcement(document, now)));
    return { documents, changes, events };
  }

  /** Writes them in one statement for the documents and one for the events. */
  async saveApproved(tx: Tx, approved: readonly ApprovedDocuments[]): Promise<void> {
    const documents = approved.flatMap((one) => one.documents);
    if (documents.length === 0) return;
    await ahead(tx, () => this.documents.updateApproved(tx, documents));
    await this.outbox.appendRows(
      tx,
      approved.flatMap(({ events }) => events),
    );
  }

  /** Also for another reason than it was rejected for before. Throws INVALID_STATE. */
  async reject(
    tx: Tx,
    document: SubmerchantDocument,
    actor: Actor,
    refusal: DocumentRefusal,
  ): Promise<Change> {
    if (isRejectedFor(document, refusal))
      throw commonErrors.INVALID_STATE({ message: 'The document is rejected for this very reason.' });
    document.verifiedAt = this.clock.now();
    return this.take(tx, document, 'reject', { actor, type: 'document_rejected', refusal });
  }

  /** When its time is over. Throws INVALID_STATE. */
  async expire(tx: Tx, document: SubmerchantDocument): Promise<Change> {
    return this.take(tx, document, 'expire', {
      actor: BY_SYSTEM,
      type: 'document_expired',
      refusal: null,
    });
  }

  /** Announces that it expires in so many days. It is no change of the registration: the history does not have it. */
  async warn(tx: Tx, document: SubmerchantDocument, days: number): Promise<void> {
    const now = this.clock.now();
    document.expiryWarnedDays = days;
    grow(document, now);
    await ahead(tx, () => this.documents.update(tx, document));
    await this.outbox.append(tx, {
      event: DOCUMENT_EVENTS['document.expiring'],
      merchantId: document.merchantId,
      resourceId: document.id,
      payload: { document: toDocumentResponse(document) },
      occurredAt: now,
    });
  }

  private async take(
    tx: Tx,
    document: SubmerchantDocument,
    trigger: DocumentTrigger,
    step: Step,
  ): Promise<Change> {
    const now = this.clock.now();
    const change = transition(document, trigger, step, now);
    await ahead(tx, () => this.documents.update(tx, document));
    await this.outbox.append(tx, announcement(document, now));
    return change;
  }
}

function sentChange(document: SubmerchantDocument, replaced: SubmerchantDocument | null): Change {
  const details = {
    document_id: document.id,
    document_type: document.type,
    legal_representative_id: document.legalRepresentativeId,
    replaced_document_id: replaced?.id ?? null,
  };
  return { type: 'document_sent', actor: BY_MERCHANT, from: null, to: document.status, details };
}

/** A verdict that says nothing new is none: no version, no event. */
function isRejectedFor(document: SubmerchantDocument, { code, message }: DocumentRefusal): boolean {
  const { status, rejectionCode, rejectionMessage } = document;
  return status === 'rejected' && rejectionCode === code && rejectionMessage === message;
}

interface Step {
  readonly actor: Actor;
  readonly type: string;
  readonly refusal: DocumentRefusal | null;
}

/** Changes the record, not yet its row; answers what that is in the history. Throws INVALID_STATE. */
function transition(document: SubmerchantDocument, trigger: DocumentTrigger, step: Step, now: Date): Change {
  const from = document.status;
  document.status = documentTransitions.next(from, trigger);
  document.rejectionCode = step.refusal?.code ?? null;
  document.rejectionMessage = step.refusal?.message ?? null;
  grow(document, now);
  const details = {
    document_id: document.id,
    document_type: document.type,
    ...(step.refusal === null ? {} : { rejection: step.refusal }),
  };
  return { type: step.type, actor: step.actor, from, to: document.status, details };
}

/** What is told of a document has a version of its own (contract §7). */
function grow(document: SubmerchantDocument, now: Date): void {
  document.version += 1;
  document.updatedAt = now;
}

function announcement(document: SubmerchantDocument, now: Date): NewOutboxEvent {
  if (document.status === 'pending') throw new Error('a document that waits has no event');
  return {
    event: EVENT_OF_STATUS[document.status],
    merchantId: document.merchantId,
    resourceId: document.id,
    payload: { document: toDocumentResponse(document) },
    occurredAt: now,
  };
}
