import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type MerchantMode, MerchantRecord, OperatorRecord } from '../../auth';
import { Clock, iso } from '../../common';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { type RejectionReason, Submerchant } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import type { StandingDecision } from './awaiting-second.response';
import { FirstDecision, SHARED_DECISIONS, type SharedDecision } from './first-decision.entity';
import { fourEyesRefusal, needsSecondOperator } from './risk';

/** What becomes of a decision: it happens now, or it is kept until another operator agrees. */
export type Admission = 'happens' | 'is_kept';

/** Two operators on what cannot be taken back, or is risky (contract §8, Four eyes). */
@Injectable()
export class FourEyes {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks whether this operator's decision on the locked case may happen; `shared` is null for one that a single
   * operator may always take. A first decision that it completes is over then. Throws SECOND_OPERATOR_REQUIRED,
   * SECOND_DECISION_PENDING.
   */
  async admit(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    shared: SharedDecision | null,
  ): Promise<Admission> {
    const first = await this.find(tx, submerchant.id);
    if (first === null) {
      return shared !== null && (await this.isShared(tx, submerchant, operatorId, shared))
        ? 'is_kept'
        : 'happens';
    }
    const data = { decision: first.decision, operator: first.email, decided_at: iso(first.decidedAt) };
    const details = [
      {
        field: 'decision',
        code: first.decision,
        message: `${first.decision}, waiting for a second operator`,
      },
      { field: 'operator', code: 'decided_by', message: first.email },
      { field: 'at', code: 'decided_at', message: data.decided_at },
    ];
    const mine = first.operatorId === operatorId;
    const refusal = fourEyesRefusal({ decision: first.decision, mine }, shared);
    if (refusal === 'SECOND_DECISION_PENDING') {
      const wanted = first.decision === 'approve' ? 'approve' : 'finally reject';
      const message = `${first.email} decided to ${wanted} this case, which waits for a second operator: confirm or withdraw it first.`;
      throw reviewErrors.SECOND_DECISION_PENDING({ message, details, data });
    }
    if (refusal !== null) throw reviewErrors.SECOND_OPERATOR_REQUIRED({ details, data });
    await this.forget(tx, submerchant.id);
    return 'happens';
  }

  /** Keeps a decision on the present version of the locked case. */
  async keep(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    decision: SharedDecision,
    reasons: readonly RejectionReason[],
  ): Promise<void> {
    await tx.insert(FirstDecision, {
      submerchantId: submerchant.id,
      version: submerchant.version,
      decision,
      operatorId,
      reasons: reasons as RejectionReason[],
      decidedAt: this.clock.now(),
    });
  }

  /** The first decision on the locked case is withdrawn; null when there is none. */
  async withdraw(tx: Tx, submerchant: Submerchant): Promise<StandingDecision | null> {
    const first = await this.find(tx, submerchant.id);
    if (first !== null) await this.forget(tx, submerchant.id);
    return first;
  }

  async find(manager: EntityManager, submerchantId: string): Promise<StandingDecision | null> {
    return (await this.findAll(manager, [submerchantId])).get(submerchantId) ?? null;
  }

  /**
   * The first decisions that wait, by case. Any change of the version deletes one (the trigger void_first_decision);
   * that the versions are equal is asked for here once more.
   */
  async findAll(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StandingDecision>> {
    if (ids.length === 0) return new Map();
    const { entities, raw } = await manager
      .createQueryBuilder(FirstDecision, 'first')
      .innerJoin(
        Submerchant,
        'submerchant',
        'submerchant.id = first.submerchantId AND submerchant.version = first.version',
      )
      .innerJoin(OperatorRecord, 'operator', 'operator.id = first.operatorId')
      .where('first.submerchantId IN (:...ids)', { ids })
      .addSelect('operator.email', 'email')
      .getRawAndEntities<{ email: string }>();
    return new Map(
      entities.map((first, index) => [
        first.submerchantId,
        Object.assign(first, { email: raw[index]?.email ?? '' }),
      ]),
    );
  }

  /** Which decisions of this operator on a case of such a merchant would wait for a second one now. */
  async sharedDecisions(
    manager: EntityManager,
    mode: MerchantMode,
    { id, mcc, monthlyRevenueReais }: Submerchant,
    operatorId: string,
  ): Promise<SharedDecision[]> {
    const replaced = await replacedCodes(manager, id, operatorId);
    const mccs = mcc === null ? replaced : [mcc, ...replaced];
    const { fourEyes } = this.config.review;
    return SHARED_DECISIONS.filter((decision) =>
      needsSecondOperator(fourEyes, mode, { mccs, monthlyRevenueReais }, decision),
    );
  }

  private async isShared(
    tx: Tx,
    submerchant: Submerchant,
    operatorId: string,
    shared: SharedDecision,
  ): Promise<boolean> {
    const { mode } = await tx.findOneByOrFail(MerchantRecord, { id: submerchant.merchantId });
    return (await this.sharedDecisions(tx, mode, submerchant, operatorId)).includes(shared);
  }

  private async forget(tx: Tx, submerchantId: string): Promise<void> {
    await tx.delete(FirstDecision, { submerchantId });
  }
}

/**
 * The category codes that this operator has replaced in the record. They still count: else whoever wants to approve
 * alone would set a harmless one first.
 */
async function replacedCodes(
  manager: EntityManager,
  submerchantId: string,
  operatorId: string,
): Promise<string[]> {
  const rows: { code: string }[] = await manager.query(
    `SELECT DISTINCT details->>'from' AS code FROM submerchant_history
      WHERE submerchant_id = $1 AND operator_id = $2 AND type = 'updated' AND details->>'from' IS NOT NULL`,
    [submerchantId, operatorId],
  );
  return rows.map(({ code }) => code);
}
