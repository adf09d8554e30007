import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common';
import { goOnIn, type TraceContext } from '../../../common/tracing';
import { together, type Tx } from '../../../database';
import {
  type ApprovedDocuments,
  DocumentLifecycle,
  DocumentReader,
  effectiveStatus,
  type SubmerchantDocument,
} from '../../../documents';
import {
  type Actor,
  type Change,
  type ChangedSubmerchant,
  type RequirementCounts,
  type Submerchant,
  SubmerchantLifecycle,
  type SubmerchantResponse,
} from '../../../submerchants';
import { type SeenFiles, SeenFileReader, withSha256 } from '../../files/seen-file.reader';
import { approvedAlong, documentObstacles, type Obstacle } from '../../obstacles/approval.rules';
import { toObstacleResponse } from '../../obstacles/obstacle.response';
import { RequirementReader } from '../../requirements/requirement.reader';
import { countsOf, toErrorDetail } from '../../requirements/requirement.rules';
import { reviewErrors } from '../../review.errors';

/** A locked case, and what an approval makes of its documents. */
export interface Approvable {
  readonly submerchant: Submerchant;
  /** What they have against it. */
  readonly obstacles: readonly Obstacle[];
  /** The documents that the approval approves too (contract §8, approve). */
  readonly along: readonly SubmerchantDocument[];
  /** Of its requirements, before and after: what an approval approves is pending, and neither missing nor rejected. */
  readonly counts: RequirementCounts;
  /** Whether a document waits for a verdict of its own all the same. */
  readonly isWaiting: boolean;
}

export interface Approval extends Approvable {
  readonly actor: Actor;
  /** Of the request that it is made by; undefined where all that is done now is part of it. */
  readonly trace?: TraceContext;
}

/** An approval whose documents are written, but not yet the case itself. */
export interface Approved {
  readonly changed: ChangedSubmerchant;
  readonly response: SubmerchantResponse;
  /** What was written down of the documents. */
  readonly documents: readonly Change['details'][];
}

/** Throws DOCUMENTS_NOT_APPROVED. */
export function assertUnobstructed({ obstacles }: Approvable): void {
  if (obstacles.length === 0) return;
  throw reviewErrors.DOCUMENTS_NOT_APPROVED({
    details: obstacles.map(toErrorDetail),
    data: { obstacles: obstacles.map(toObstacleResponse) },
  });
}

/** Approvals by operators and by the sandbox, on rows that the caller has locked; one is the case of many. */
@Injectable()
export class ApprovalService {
  constructor(
    private readonly documentRecords: DocumentReader,
    private readonly requirements: RequirementReader,
    private readonly documents: DocumentLifecycle,
    private readonly seenFiles: SeenFileReader,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  async read(
    tx: Tx,
    submerchants: readonly Submerchant[],
  ): Promise<(submerchant: Submerchant) => Approvable> {
    const [documents, requirementsOf] = await together(tx, [
      () => this.documentRecords.listCurrent(submerchants, tx),
      () => this.requirements.read(tx, submerchants),
    ]);
    return (submerchant) => {
      const current = documents.filter(({ submerchantId }) => submerchantId === submerchant.id);
      const now = this.clock.now();
      const along = approvedAlong(current, submerchant, now);
      const requirements = requirementsOf(submerchant);
      return {
        submerchant,
        along,
        obstacles: documentObstacles({ requirements, approvedAlong: along }),
        counts: countsOf(requirements),
        isWaiting: current.some((one) => effectiveStatus(one, now) === 'pending' && !along.includes(one)),
      };
    };
  }

  /** Approves the documents, and the case. Throws INVALID_STATE. */
  async approve(tx: Tx, approval: Approval): Promise<Approved> {
    const [approved] = await this.prepare(tx, [approval]);
    if (approved === undefined) throw new Error('one approval has one outcome');
    await this.submerchants.save(tx, approved.changed);
    return approved;
  }

  /** Approves the documents; the cases are for the caller to save. Throws INVALID_STATE. */
  async prepare(tx: Tx, approvals: readonly Approval[]): Promise<Approved[]> {
    const seen = await this.seenFiles.listSha256(
      tx,
      approvals.flatMap(({ along }) => along),
    );
    const approved = approvals.map((one) => goOnIn(one.trace, () => this.approved(one, seen)));
    await this.documents.saveApproved(
      tx,
      approved.map(({ approvedDocuments }) => approvedDocuments),
    );
    return approved;
  }

  private approved(
    { submerchant, along, counts, actor }: Approval,
    seen: SeenFiles,
  ): Approved & { readonly approvedDocuments: ApprovedDocuments } {
    const approvedDocuments = this.documents.approved(along, actor);
    const changes = approvedDocuments.changes.map((change) => withSha256(change, seen));
    const documents = changes.map(({ details }) => details);
    return {
      ...this.submerchants.approved(submerchant, actor, changes, counts),
      documents,
      approvedDocuments,
    };
  }
}
