import { Injectable } from '@nestjs/common';
import {
  accepted,
  Idempotency,
  type IdempotencyRequest,
  isStale,
  type Keyed,
  KeyedGroups,
  type KeyedWrite,
  ok,
  type Reply,
} from '../../../common/http';
import { type TraceContext, traceHere } from '../../../common/tracing';
import { together, type Tx, TxRunner } from '../../../database';
import {
  byOperator,
  type ChangedSubmerchant,
  type Submerchant,
  SubmerchantLifecycle,
  submerchantTransitions,
} from '../../../submerchants';
import { CaseSummaryReader } from '../../cases/case-summary.reader';
import { ClaimService } from '../../claims/claim.service';
import { RenewClaimUseCase } from '../../claims/renew-claim.use-case';
import { FourEyesService } from '../../four-eyes/four-eyes.service';
import { CaseAuditService } from '../../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from '../case-access.service';
import { FirstDecisionService, KEPT } from '../first-decision.service';
import { type Approvable, ApprovalService, assertUnobstructed } from './approval.service';

const DONE = 'Approved.';
/** Each may have a hundred partners, and a requirement for each document of one. */
const MOST_AT_ONCE = 16;

interface AskedApproval extends Keyed {
  readonly request: CaseRequest;
  readonly trace: TraceContext | undefined;
}

/** One whose case is locked. */
interface HeldApproval extends AskedApproval {
  readonly submerchant: Submerchant;
  readonly operatorId: string;
}

interface WrittenApproval extends KeyedWrite {
  readonly changed: ChangedSubmerchant;
}

/**
 * An operator approves a case: the submerchant becomes active (contract §8, approve). Those that nothing stands in the way of are
 * written by the same statements, all that wait (decision 0028).
 */
@Injectable()
export class ApproveCaseUseCase {
  private readonly groups: KeyedGroups<AskedApproval, WrittenApproval>;

  constructor(
    transactions: TxRunner,
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly approvals: ApprovalService,
    private readonly access: CaseAccessService,
    private readonly claims: ClaimService,
    private readonly fourEyes: FourEyesService,
    private readonly decisions: FirstDecisionService,
    private readonly summaries: CaseSummaryReader,
    private readonly audit: CaseAuditService,
  ) {
    this.groups = new KeyedGroups(transactions, idempotency, {
      most: MOST_AT_ONCE,
      isOneStatement: () => false,
      holdsByWriting: true,
      hold: (tx, asked) => this.hold(tx, asked),
      together: (tx, written, claims) =>
        submerchants.saveUnrepeated(
          tx,
          written.map(({ changed }) => changed),
          null,
          claims,
        ),
      alone: (asked) => this.alone(asked),
    });
  }

  /**
   * Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE, SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING,
   * DOCUMENTS_NOT_APPROVED, in this order.
   */
  async execute(request: CaseRequest, key: IdempotencyRequest): Promise<Reply> {
    await this.renewClaim.execute(request.id, request.operator.operatorId);
    const reply = await this.groups.write({ request, key, trace: traceHere() });
    return this.idempotency.answerAnew(key, reply, (tx, thing) =>
      this.access.answerAnew(tx, request, thing, DONE),
    );
  }

  /** Writes all of those that nothing stands in the way of, but their cases. */
  private async hold(tx: Tx, asked: readonly AskedApproval[]): Promise<((() => WrittenApproval) | null)[]> {
    const submerchants = await this.submerchants.lockFreeAny(
      tx,
      asked.map(({ request }) => request.id),
    );
    const held = asked.flatMap((one, index): HeldApproval[] => {
      const submerchant = submerchants[index] ?? null;
      return submerchant === null
        ? []
        : [{ ...one, submerchant, operatorId: one.request.operator.operatorId }];
    });
    const written = await this.writeAll(tx, await this.listPlain(tx, held));
    return asked.map(({ request }) => {
      const write = written.get(request.id);
      written.delete(request.id);
      return write === undefined ? null : () => write;
    });
  }

  /** Those that are refused nothing, are no first decisions, and after which the case waits for no operator. */
  private async listPlain(
    tx: Tx,
    held: readonly HeldApproval[],
  ): Promise<(HeldApproval & { readonly approvable: Approvable })[]> {
    const possible = held.filter(
      ({ submerchant: { version, status }, request }) =>
        !isStale(request.expected, version) && submerchantTransitions.allows(status, 'approve'),
    );
    if (possible.length === 0) return [];
    const [claimed, alone, approvableOf] = await together(tx, [
      () => this.claims.listHeldByOthers(tx, possible),
      () => this.fourEyes.listAlone(tx, 'approve', possible),
      () =>
        this.approvals.read(
          tx,
          possible.map(({ submerchant }) => submerchant),
        ),
    ]);
    return possible.flatMap((one) => {
      if (claimed.has(one.submerchant.id) || !alone.has(one.submerchant)) return [];
      const approvable = approvableOf(one.submerchant);
      return approvable.obstacles.length > 0 || approvable.isWaiting ? [] : [{ ...one, approvable }];
    });
  }

  private async writeAll(
    tx: Tx,
    plain: readonly (HeldApproval & { readonly approvable: Approvable })[],
  ): Promise<Map<string, WrittenApproval>> {
    if (plain.length === 0) return new Map();
    const submerchants = plain.map(({ submerchant }) => submerchant);
    const approved = await this.approvals.prepare(
      tx,
      plain.map(({ approvable, operatorId, trace }) => ({
        ...approvable,
        actor: byOperator(operatorId),
        trace,
      })),
    );
    await this.submerchants.openWallets(tx, submerchants);
    await this.claims.end(tx, ...submerchants);
    const written = new Map<string, WrittenApproval>();
    for (const [index, { submerchant, request, key }] of plain.entries()) {
      const one = approved[index];
      if (one === undefined) throw new Error('each approval has an outcome');
      const { changed, response, documents } = one;
      await this.audit.record(tx, submerchant, request.operator, 'case.approved', { documents });
      const reply = ok(DONE, this.summaries.ofDone(submerchant, response));
      written.set(submerchant.id, { id: submerchant.id, key, changed, reply });
    }
    return written;
  }

  private alone({ request, key }: AskedApproval): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    const lock = (tx: Tx) => this.submerchants.lockAny(tx, request.id);
    const work = async (tx: Tx, submerchant: Submerchant): Promise<Reply> => {
      await this.access.enter(tx, request, submerchant, 'approve');
      const [first, approvableOf, isShared] = await together(tx, [
        () => this.fourEyes.check(tx, submerchant, operatorId, 'approve'),
        () => this.approvals.read(tx, [submerchant]),
        () => this.fourEyes.isShared(tx, submerchant, operatorId, 'approve'),
      ]);
      const approvable = approvableOf(submerchant);
      assertUnobstructed(approvable);
      if (first === null && isShared) {
        const thing = await this.decisions.keep(tx, submerchant, operator, 'approve', []);
        return accepted(KEPT, await this.access.finish(tx, submerchant, operator)).waitingFor(thing);
      }
      await this.fourEyes.end(tx, submerchant);
      const { documents } = await this.approvals.approve(tx, {
        ...approvable,
        actor: byOperator(operatorId),
      });
      await this.audit.record(tx, submerchant, operator, 'case.approved', { documents });
      return ok(DONE, await this.access.finish(tx, submerchant, operator));
    };
    return this.idempotency.runReading(key, lock, work);
  }
}
