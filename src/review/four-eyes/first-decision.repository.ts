import { DataSource } from 'typeorm';
import { Injectable } from '@nestjs/common';
import type { PendingKind } from '../../common/http';
import { prepared, type Reading, type Tx } from '../../database';
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
   * The category codes that this operator has replaced in the record, null where there was none. They still count: else
   * whoever wants to approve alone would set a harmless one first.
   */
  async listReplacedMccs(
    manager: Reading,
    { merchantId, id }: CaseKey,
    operatorId: string,
  ): Promise<(string | null)[]> {
    const rows: { code: string | null }[] = await manager.query(
      prepared(`SELECT DISTINCT details->>'from' AS code FROM submerchant_history
        WHERE merchant_id = $3 AND submerchant_id = $1 AND operator_id = $2 AND type = 'updated' AND details ? 'from'`),
      [id, operatorId, merchantId],
    );
    return rows.map(({ code }) => code);
  }

  async getMode(manager: Reading, merchantId: string): Promise<'test' | 'live'> {
    const [row]: { mode: 'test' | 'live' }[] = await manager.query(
      prepared(`SELECT mode FROM merchants WHERE id = $1`),
      [merchantId],
    );
    if (row === undefined) throw new Error('a submerchant has a merchant');
    return row.mode;
  }
}
