import { DataSource } from 'typeorm';
import { Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import type { PendingKind } from '../../common/http';
import { prepared, type Reading, type Tx } from '../../database';
import type { Submerchant } from '../../submerchants';
import { type CaseKey, columnsOf, statementOfCases } from '../case-key';
import type { StandingDecision } from './awaiting-second.response';
import { FirstDecision, type SharedDecision } from './first-decision.entity';

interface StandingRow {
  readonly merchant_id: string;
  readonly submerchant_id: string;
  readonly version: number;
  readonly decision: SharedDecision;
  readonly operator_id: string;
  readonly reasons: FirstDecision['reasons'];
  readonly decided_at: Date;
  readonly email: string;
}

const LIST_STANDING = statementOfCases(
  (keys) => `
  SELECT first.merchant_id, first.submerchant_id, first.version, first.decision, first.operator_id, first.reasons,
    first.decided_at, operator.email
  FROM case_first_decisions first
  JOIN submerchants submerchant ON submerchant.merchant_id = first.merchant_id AND submerchant.id = first.submerchant_id
    AND submerchant.version = first.version
  JOIN operators operator ON operator.id = first.operator_id
  WHERE (first.merchant_id, first.submerchant_id) IN (SELECT * FROM ${keys} AS key)`,
);

/** How many there are is hidden from the planner (decision 0028). */
const LIST_REPLACED_MCCS = prepared(
  `SELECT DISTINCT history.submerchant_id AS "submerchantId", history.details->>'from' AS code
     FROM unnest((SELECT $1::uuid[]), $2::uuid[], $3::uuid[]) AS own (merchant_id, submerchant_id, operator_id)
     JOIN submerchant_history AS history ON history.merchant_id = own.merchant_id
      AND history.submerchant_id = own.submerchant_id AND history.operator_id = own.operator_id
    WHERE history.type = 'updated' AND history.details ? 'from'`,
);

const LIST_MODES = prepared(
  `SELECT id, merchant.mode FROM unnest((SELECT $1::uuid[])) AS asked (id) JOIN merchants AS merchant USING (id)`,
);

/** A decision that an operator is about to take; nobody else takes one on that case meanwhile. */
export interface OwnDecision {
  readonly submerchant: Submerchant;
  readonly operatorId: string;
}

interface ReplacedMcc {
  readonly submerchantId: string;
  readonly code: string | null;
}

/** What the answer to a first decision waits for. */
export const FIRST_DECISION: PendingKind = {
  kind: 'case_decision',
  waits: `EXISTS (SELECT 1 FROM case_first_decisions WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND submerchant_id = (kept.waits_for ->> 'id')::uuid AND decided_at = (kept.waits_for ->> 'at')::timestamptz)`,
};

/** The statements on decisions that wait for a second operator. */
@Injectable()
export class FirstDecisionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, decision: Pick<FirstDecision, keyof FirstDecision>): Promise<void> {
    await tx.insert(FirstDecision, { ...decision, reasons: [...decision.reasons] });
  }

  async delete(tx: Tx, { merchantId, id }: CaseKey): Promise<void> {
    await tx.delete(FirstDecision, { merchantId, submerchantId: id });
  }

  async find(manager: Reading, key: CaseKey): Promise<StandingDecision | null> {
    return (await this.list([key], manager)).get(key.id) ?? null;
  }

  /**
   * The first decisions that wait, by case. Any change of the version deletes one (the trigger void_first_decision);
   * that the versions are equal is asked for here once more.
   */
  async list(
    cases: readonly CaseKey[],
    manager: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, StandingDecision>> {
    if (cases.length === 0) return new Map();
    const rows: StandingRow[] = await manager.query(LIST_STANDING(cases), columnsOf(cases));
    return new Map(
      rows.map((row) => [
        row.submerchant_id,
        {
          merchantId: row.merchant_id,
          submerchantId: row.submerchant_id,
          version: row.version,
          decision: row.decision,
          operatorId: row.operator_id,
          reasons: row.reasons,
          decidedAt: row.decided_at,
          email: row.email,
        },
      ]),
    );
  }

  /**
   * The category codes that each operator has replaced in the record that they decide on, null where there was none. They still count:
   * else whoever wants to approve alone would set a harmless one first.
   */
  async listReplacedMccs(
    manager: Reading,
    decisions: readonly OwnDecision[],
  ): Promise<readonly ReplacedMcc[]> {
    return manager.query(LIST_REPLACED_MCCS, [
      ...columnsOf(decisions.map(({ submerchant }) => submerchant)),
      decisions.map(({ operatorId }) => operatorId),
    ]);
  }

  /** In which mode each of these merchants is. */
  async listModes(
    manager: Reading,
    merchantIds: readonly string[],
  ): Promise<ReadonlyMap<string, MerchantMode>> {
    const rows: { id: string; mode: MerchantMode }[] = await manager.query(LIST_MODES, [merchantIds]);
    return new Map(rows.map(({ id, mode }) => [id, mode]));
  }
}
