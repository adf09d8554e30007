import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import { type NewOutboxEvent, Outbox } from '../common/outbox';
import type { Tx } from '../database';
import { type Actor, BY_SYSTEM, type Change, type Submerchant } from '../submerchants';
import type { SubmerchantDocument } from './document.entity';
import { EVENT_OF_STATUS } from './document.events';
import { DocumentRepository } from './document.repository';
import { toDocumentResponse } from './document.response';
import { type DocumentTrigger, documentTransitions } from './document.transitions';

export interface DocumentRefusal {
  readonly code: string;
  readonly message: string | null;
}

/**
 * Moves a document of a locked submerchant by the table of its status machine and leaves the event. Each returns the
 * change for the submerchant's history, which the caller records together with its own.
 */
@Injectable()
export class DocumentStatusChanges {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Throws INVALID_STATE. */
  async approve(
    tx: Tx,
    submerchant: Submerchant,
    document: SubmerchantDocument,
    actor: Actor,
  ): Promise<Change> {
    const [change] = await this.approveAll(tx, submerchant, [document], actor);
    if (change === undefined) throw new Error('one document has one change');
    return change;
  }

  /** Any number at once, in one statement for the documents and one for the events. Throws INVALID_STATE. */
  async approveAll(
    tx: Tx,
    submerchant: Submerchant,
    documents: readonly SubmerchantDocument[],
    actor: Actor,
  ): Promise<Change[]> {
    const now = this.clock.now();
    const by = { actor, type: 'document_approved', refusal: null };
    const changes = documents.map((document) => {
      document.verifiedAt = now;
      return moved(document, 'approve', by, now);
    });
    await this.documents.saveApproved(tx, documents, now);
    await this.outbox.append(tx, ...documents.map((document) => told(submerchant, document, now)));
    return changes;
  }

  /** Throws INVALID_STATE. */
  async reject(
    tx: Tx,
    submerchant: Submerchant,
    document: SubmerchantDocument,
    actor: Actor,
    refusal: DocumentRefusal,
  ): Promise<Change> {
    document.verifiedAt = this.clock.now();
    return this.move(tx, submerchant, document, 'reject', { actor, type: 'document_rejected', refusal });
  }

  /** When its time is over. Throws INVALID_STATE. */
  async expire(tx: Tx, submerchant: Submerchant, document: SubmerchantDocument): Promise<Change> {
    return this.move(tx, submerchant, document, 'expire', {
      actor: BY_SYSTEM,
      type: 'document_expired',
      refusal: null,
    });
  }

  private async move(
    tx: Tx,
    submerchant: Submerchant,
    document: SubmerchantDocument,
    trigger: DocumentTrigger,
    by: Move,
  ): Promise<Change> {
    const now = this.clock.now();
    const change = moved(document, trigger, by, now);
    await this.documents.save(tx, document);
    await this.outbox.append(tx, told(submerchant, document, now));
    return change;
  }
}

interface Move {
  readonly actor: Actor;
  readonly type: string;
  readonly refusal: DocumentRefusal | null;
}

/** Moves the record, not yet its row; what that is in the history. Throws INVALID_STATE. */
function moved(document: SubmerchantDocument, trigger: DocumentTrigger, by: Move, now: Date): Change {
  const from = document.status;
  document.status = documentTransitions.next(from, trigger);
  document.rejectionCode = by.refusal?.code ?? null;
  document.rejectionMessage = by.refusal?.message ?? null;
  document.updatedAt = now;
  const details = {
    document_id: document.id,
    document_type: document.type,
    ...(by.refusal === null ? {} : { rejection: by.refusal }),
  };
  return { type: by.type, actor: by.actor, from, to: document.status, details };
}

function told(submerchant: Submerchant, document: SubmerchantDocument, now: Date): NewOutboxEvent {
  if (document.status === 'pending') throw new Error('a document that waits has no event');
  return {
    event: EVENT_OF_STATUS[document.status],
    merchantId: submerchant.merchantId,
    resourceId: document.id,
    payload: { document: toDocumentResponse(document) },
    occurredAt: now,
  };
}
