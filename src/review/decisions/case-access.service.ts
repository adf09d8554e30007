import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { iso } from '../../common';
import { accepted, assertVersion, ok, type PendingThing, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { type Submerchant, SubmerchantLifecycle, submerchantTransitions } from '../../submerchants';
import { CaseSummaryReader } from '../cases/case-summary.reader';
import type { CaseResponse } from '../cases/case.response';
import { ClaimService } from '../claims/claim.service';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { KEPT } from './first-decision.service';
import { LastChangeService } from './last-change.service';

/** An operator's request to do something with a case. */
export interface CaseRequest {
  /** Of the submerchant. */
  readonly id: string;
  readonly operator: OperatorIdentity;
  /** The version that the operator has seen (If-Match). */
  readonly expected: number | null;
}

type Trigger = Parameters<typeof submerchantTransitions.next>[1];

/** How every decision of an operator begins and ends (contract §8). */
@Injectable()
export class CaseAccessService {
  constructor(
    private readonly submerchants: SubmerchantLifecycle,
    private readonly claims: ClaimService,
    private readonly summaries: CaseSummaryReader,
    private readonly fourEyes: FourEyesService,
    private readonly steps: CaseStepRepository,
    private readonly lastChanges: LastChangeService,
  ) {}

  /**
   * Locks the case, checks the version that the operator has seen, makes the case theirs, and checks that its status
   * allows the trigger. Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE.
   */
  async lock(tx: Tx, request: CaseRequest, trigger: Trigger | null): Promise<Submerchant> {
    const submerchant = await this.submerchants.lockAny(tx, request.id);
    await this.enter(tx, request, submerchant, trigger);
    return submerchant;
  }

  /** As lock, of a case that is locked already. */
  async enter(
    tx: Tx,
    request: CaseRequest,
    submerchant: Submerchant,
    trigger: Trigger | null,
  ): Promise<void> {
    try {
      assertVersion(submerchant.version, request.expected);
      await this.claims.take(tx, submerchant, request.operator.operatorId);
      if (trigger !== null) submerchantTransitions.next(submerchant.status, trigger);
    } catch (error) {
      throw await this.lastChanges.explain(tx, submerchant, error);
    }
  }

  /** Gives the case back when nothing more waits, and answers it as it stands now. */
  async finish(tx: Tx, submerchant: Submerchant, { operatorId }: OperatorIdentity): Promise<CaseResponse> {
    await this.claims.endIfDone(tx, submerchant);
    return this.summaries.get(tx, submerchant, operatorId);
  }

  /** What a first decision is answered when it is repeated: it waits, or what became of it; `done` is what completing it answered. */
  async answerAnew(tx: Tx, { id, operator }: CaseRequest, thing: PendingThing, done: string): Promise<Reply> {
    const submerchant = await this.submerchants.lockAny(tx, id);
    const response = await this.summaries.get(tx, submerchant, operator.operatorId);
    const standing = await this.fourEyes.find(tx, submerchant);
    if (standing !== null && iso(standing.decidedAt) === thing.at)
      return accepted(KEPT, response).waitingFor(thing);
    const end = await this.steps.findEndOfDecision(tx, submerchant, new Date(thing.at));
    if (end === null) return ok(done, response);
    const what = end.type === 'decision_withdrawn' ? 'it was withdrawn' : 'a change of the case made it void';
    return ok(`The decision does not wait any more: ${what}.`, response);
  }
}
