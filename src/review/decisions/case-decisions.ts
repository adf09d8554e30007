import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Tx } from '../../database';
import { DocumentLifecycle, DocumentRepository, type SubmerchantDocument } from '../../documents';
import {
  type Actor,
  type Change,
  type RejectionReason,
  type Submerchant,
  SubmerchantLifecycle,
  submerchantTransitions,
} from '../../submerchants';
import { SeenFiles } from '../files/seen-files';
import { RequirementsService, toErrorDetail } from '../requirements/requirements.service';
import { reviewErrors } from '../review.errors';
import { approvedAlong, documentObstacles } from './approval.rules';
import type { ReasonBody } from './decision.dto';
import { toObstacleResponse } from './obstacle.response';

/**
 * The decisions on a case, on a row that the caller has locked: of any number at once exactly one wins, the others
 * find another status and get INVALID_STATE (contract §8).
 */
@Injectable()
export class CaseDecisions {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly documentStatus: DocumentLifecycle,
    private readonly seenFiles: SeenFiles,
    private readonly requirements: RequirementsService,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Answers what was approved of its documents. Throws INVALID_STATE, DOCUMENTS_NOT_APPROVED. */
  async approve(tx: Tx, submerchant: Submerchant, actor: Actor): Promise<readonly Change[]> {
    submerchantTransitions.next(submerchant.status, 'approve');
    const submitted = await this.assertApprovable(tx, submerchant);
    let approved: readonly Change[] = [];
    if (submitted.length > 0) {
      const changes = await this.documentStatus.approveAll(tx, submerchant, submitted, actor);
      approved = await this.seenFiles.note(tx, ...changes);
      await this.lifecycle.record(tx, submerchant, ...approved);
    }
    await this.lifecycle.approve(tx, submerchant, actor);
    return approved;
  }

  /** Throws INVALID_STATE. */
  async reject(
    tx: Tx,
    submerchant: Submerchant,
    actor: Actor,
    decision: { readonly reasons: readonly ReasonBody[]; readonly correctable: boolean },
  ): Promise<void> {
    const { correctable } = decision;
    const reasons = decision.reasons.map(toReason);
    await this.lifecycle.reject(tx, submerchant, actor, { reasons, correctable });
  }

  /** Sends a case back, also one that was rejected for good. Throws INVALID_STATE. */
  async requestResubmission(
    tx: Tx,
    submerchant: Submerchant,
    actor: Actor,
    asked: readonly ReasonBody[],
  ): Promise<void> {
    await this.lifecycle.requestResubmission(tx, submerchant, actor, asked.map(toReason));
  }

  /** Throws INVALID_STATE. The reason is the operators' own. */
  async suspend(tx: Tx, submerchant: Submerchant, actor: Actor, note: string): Promise<void> {
    await this.lifecycle.suspend(tx, submerchant, actor, note);
  }

  /** Throws INVALID_STATE. */
  async reactivate(tx: Tx, submerchant: Submerchant, actor: Actor, note: string): Promise<void> {
    await this.lifecycle.reactivate(tx, submerchant, actor, note);
  }

  /**
   * Sets the category code, in any status; it stays when the activities change (contract §5, mcc_source). False when
   * nothing changed.
   */
  async setMcc(tx: Tx, submerchant: Submerchant, actor: Actor, mcc: string): Promise<boolean> {
    return this.lifecycle.setMcc(tx, submerchant, actor, mcc);
  }

  /** Answers the documents that an approval approves too (contract §8, approve). Throws DOCUMENTS_NOT_APPROVED. */
  async assertApprovable(tx: Tx, submerchant: Submerchant): Promise<SubmerchantDocument[]> {
    const current = await this.documents.listCurrent(submerchant, tx);
    const along = approvedAlong(current, submerchant, this.clock.now());
    const requirements = await this.requirements.list(submerchant, tx);
    const obstacles = documentObstacles({ requirements, approvedAlong: along });
    if (obstacles.length === 0) return along;
    throw reviewErrors.DOCUMENTS_NOT_APPROVED({
      details: obstacles.map(toErrorDetail),
      data: { obstacles: obstacles.map(toObstacleResponse) },
    });
  }
}

export function toReason({ code, message, target }: ReasonBody): RejectionReason {
  return { code, message: message ?? null, target: target ?? null };
}
