import { Injectable } from '@nestjs/common';
import { type Hindrance, secondOperatorRequired, SecondOperatorService } from '../../auth';
import { Clock, iso } from '../../common';
import type { CodedError } from '../../common/errors';
import type { PendingThing } from '../../common/http';
import { AppConfig } from '../../config';
import { ahead, type Reading, together, type Tx } from '../../database';
import type { RejectionReason, Submerchant } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import type { StandingDecision } from './awaiting-second.response';
import { SHARED_DECISIONS, type SharedDecision } from './first-decision.entity';
import { FIRST_DECISION, FirstDecisionRepository, type OwnDecision } from './first-decision.repository';
import { fourEyesRefusal, needsSecondOperator } from './four-eyes.rules';

/** Two operators on what cannot be taken back, or is risky (contract §8, Four eyes; decision 0019). */
@Injectable()
export class FourEyesService {
  constructor(
    private readonly decisions: FirstDecisionRepository,
    private readonly seconds: SecondOperatorService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * The first decision on the locked case that this operator's decision completes; null when none waits. `decision` is
   * null for one that a single operator may always take. Throws SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING.
   */
  async check(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    decision: SharedDecision | null,
  ): Promise<StandingDecision | null> {
    const first = await this.decisions.find(tx, submerchant);
    if (first === null) return null;
    const [hindrance = null] = await this.listHindrances([first], operatorId, tx);
    const refusal = fourEyesRefusal({ decision: first.decision, hindrance }, decision);
    if (refusal !== null) throw refused(refusal, first, hindrance);
    return first;
  }

  /** What keeps this operator from completing each of these decisions, in their order. */
  listHindrances(
    firsts: readonly StandingDecision[],
    operatorId: string,
    reading?: Reading,
  ): Promise<(Hindrance | null)[]> {
    return this.seconds.listHindrances(firsts, operatorId, reading);
  }

  /** Whether this decision of this operator on the locked case waits for another operator, when none has taken it yet. */
  async isShared(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    decision: SharedDecision,
  ): Promise<boolean> {
    return (await this.listShared(tx, submerchant, operatorId)).includes(decision);
  }

  /** Keeps a decision on the present version of the locked case; answers what whoever took it waits for. */
  async keep(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    decision: SharedDecision,
    reasons: readonly RejectionReason[],
  ): Promise<PendingThing> {
    const decidedAt = this.clock.now();
    await this.decisions.insert(tx, {
      merchantId: submerchant.merchantId,
      submerchantId: submerchant.id,
      version: submerchant.version,
      decision,
      operatorId,
      reasons,
      decidedAt,
    });
    const { merchantId, id } = submerchant;
    return { kind: FIRST_DECISION.kind, merchantId, id, at: iso(decidedAt) };
  }

  /** The first decision on the locked case is over: completed or withdrawn. */
  async end(tx: Tx, submerchant: Submerchant): Promise<void> {
    await ahead(tx, () => this.decisions.delete(tx, submerchant));
  }

  async find(reading: Reading, submerchant: Submerchant): Promise<StandingDecision | null> {
    return this.decisions.find(reading, submerchant);
  }

  /** Which decisions of this operator on a case would wait for a second one now. */
  async listShared(
    reading: Reading,
    submerchant: Submerchant,
    operatorId: string,
  ): Promise<SharedDecision[]> {
    const needsSecond = await this.readRisks(reading, [{ submerchant, operatorId }]);
    return SHARED_DECISIONS.filter((decision) => needsSecond(submerchant, decision));
  }

  /**
   * Which of these decisions, each on another locked case, its operator takes alone: none waits there, and it needs no second one.
   */
  async listAlone(
    tx: Tx,
    decision: SharedDecision,
    own: readonly OwnDecision[],
  ): Promise<ReadonlySet<Submerchant>> {
    const submerchants = own.map(({ submerchant }) => submerchant);
    const [firsts, needsSecond] = await together(tx, [
      () => this.decisions.list(submerchants, tx),
      () => this.readRisks(tx, own),
    ]);
    return new Set(submerchants.filter((one) => !firsts.has(one.id) && !needsSecond(one, decision)));
  }

  private async readRisks(
    reading: Reading,
    own: readonly OwnDecision[],
  ): Promise<(submerchant: Submerchant, decision: SharedDecision) => boolean> {
    const merchantIds = [...new Set(own.map(({ submerchant }) => submerchant.merchantId))];
    const [modes, replaced] = await together(reading, [
      () => this.decisions.listModes(reading, merchantIds),
      () => this.decisions.listReplacedMccs(reading, own),
    ]);
    return ({ id, merchantId, mcc, monthlyRevenueReais }, decision) => {
      const mode = modes.get(merchantId);
      if (mode === undefined) throw new Error('a submerchant has a merchant');
      const codes = replaced.filter(({ submerchantId }) => submerchantId === id).map(({ code }) => code);
      const risk = { mccs: [mcc, ...codes], monthlyRevenueReais };
      return needsSecondOperator(this.config.review.fourEyes, mode, risk, decision);
    };
  }
}

function refused(
  code: NonNullable<ReturnType<typeof fourEyesRefusal>>,
  first: StandingDecision,
  hindrance: Hindrance | null,
): CodedError {
  if (code === 'SECOND_OPERATOR_REQUIRED' && hindrance !== null)
    return secondOperatorRequired(first, hindrance);
  const { decision, email: operator } = first;
  const data = { decision, operator, decided_at: iso(first.decidedAt) };
  const details = [
    { field: 'decision', code: decision, message: `${decision}, waiting for a second operator` },
    { field: 'operator', code: 'decided_by', message: operator },
    { field: 'at', code: 'decided_at', message: data.decided_at },
  ];
  const wanted = decision === 'approve' ? 'approve' : 'finally reject';
  const message = `${operator} decided to ${wanted} this case, which waits for a second operator: confirm or withdraw it first.`;
  return reviewErrors.SECOND_DECISION_PENDING({ message, details, data });
}
