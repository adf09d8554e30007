import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import {
  type DocumentRefusal,
  DocumentRepository,
  DocumentLifecycle,
  effectiveStatus,
  type SubmerchantDocument,
} from '../../documents';
import { type Actor, type Submerchant, SubmerchantLifecycle } from '../../submerchants';
import { SeenFiles } from '../files/seen-files';

/** The verdict of an operator on one document of a locked submerchant. */
@Injectable()
export class DocumentDecisions {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly documentStatus: DocumentLifecycle,
    private readonly seenFiles: SeenFiles,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Throws INVALID_STATE. */
  async approve(tx: Tx, submerchant: Submerchant, id: string, actor: Actor): Promise<SubmerchantDocument> {
    const document = await this.decidable(tx, submerchant, id);
    const change = await this.documentStatus.approve(tx, submerchant, document, actor);
    await this.lifecycle.record(tx, submerchant, ...(await this.seenFiles.note(tx, change)));
    return document;
  }

  /** Throws INVALID_STATE. */
  async reject(
    tx: Tx,
    submerchant: Submerchant,
    id: string,
    actor: Actor,
    refusal: DocumentRefusal,
  ): Promise<SubmerchantDocument> {
    const document = await this.decidable(tx, submerchant, id);
    const change = await this.documentStatus.reject(tx, submerchant, document, actor, refusal);
    await this.lifecycle.record(tx, submerchant, ...(await this.seenFiles.note(tx, change)));
    return document;
  }

  /**
   * A verdict is given, and may be changed, while the case is in review; of an active or suspended submerchant only a
   * document that was sent again waits for one (contract §5 and §8). Only the current record is used for review
   * (specification, Submerchant document, rule 1).
   */
  private async decidable(tx: Tx, submerchant: Submerchant, id: string): Promise<SubmerchantDocument> {
    const document = await this.documents.getAny(id, tx);
    if (document.replacedAt !== null) {
      throw commonErrors.INVALID_STATE({
        message: 'This document was replaced by a newer one: decide on that.',
      });
    }
    const standing = effectiveStatus(document, this.clock.now());
    if (standing === 'expired') {
      throw commonErrors.INVALID_STATE({
        message: 'This document has expired: only a newer one can be decided on.',
      });
    }
    const { status } = submerchant;
    const waits = standing === 'pending' && (status === 'active' || status === 'suspended');
    if (status === 'pending_review' || waits) return document;
    throw commonErrors.INVALID_STATE({
      message: `The submerchant is ${status} and the document ${standing}: no verdict is possible now.`,
    });
  }
}
