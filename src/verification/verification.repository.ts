import { Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import type { BrokenRow, Invariant } from '../common/invariants';
import { keepToIndexes, type Reading, SnapshotRunner, type Tx } from '../database';
import { InvariantSchedule } from './invariant-schedule.entity';
import { InvariantVerdict } from './invariant-verdict.entity';
import { type PlanNode, rowsRead } from './verification.rules';

/** Rows shown of one broken rule; the count tells the rest. */
const SHOWN_ROWS = 20;
/** Of one rule. */
const RULE_TIMEOUT_MS = 10 * 60_000;

/** What the reading of a rule came to. */
export interface Read {
  readonly rowsChecked: number;
  readonly brokenCount: number;
  readonly broken: readonly BrokenRow[];
}

/** Verdicts as they are kept, and the rules as they are read. */
@Injectable()
export class VerificationRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly snapshots: SnapshotRunner,
  ) {}

  async listAll(on: Reading = this.dataSource.manager): Promise<InvariantVerdict[]> {
    return on.find(InvariantVerdict);
  }

  /** One page, broken rules first, then by name. */
  async list(offset: number, limit: number): Promise<{ verdicts: InvariantVerdict[]; total: number }> {
    const [verdicts, total] = await this.dataSource.manager.findAndCount(InvariantVerdict, {
      order: { brokenCount: 'DESC', name: 'ASC' },
      skip: offset,
      take: limit,
    });
    return { verdicts, total };
  }

  async findSchedule(on: Reading = this.dataSource.manager): Promise<InvariantSchedule> {
    const schedule = await on.findOneBy(InvariantSchedule, { id: 1 });
    if (schedule === null) throw new Error('the schedule of the rules is gone');
    return schedule;
  }

  /** Asks for a run; answers since when one is asked for. */
  async request(tx: Tx, at: Date): Promise<Date> {
    const [rows] = await tx.query<[{ at: Date }[], number]>(
      'UPDATE invariant_schedule SET requested_at = coalesce(requested_at, $1) WHERE id = 1 RETURNING requested_at AS at',
      [at],
    );
    return rows[0]?.at ?? at;
  }

  async start(tx: Tx, at: Date): Promise<void> {
    await tx.update(InvariantSchedule, { id: 1 }, { startedAt: at });
  }

  /** What was asked for until it began is answered by it. */
  async finish(tx: Tx, startedAt: Date, nextRunAt: Date): Promise<void> {
    await tx.query(
      `UPDATE invariant_schedule SET next_run_at = $2, requested_at = CASE WHEN requested_at > $1 THEN requested_at END
        WHERE id = 1`,
      [startedAt, nextRunAt],
    );
  }

  async save(tx: Tx, verdict: InvariantVerdict): Promise<void> {
    const { name, lastRunAt, fullRunAt, rowsChecked, fullRowsChecked, brokenCount, broken } = verdict;
    await tx.query(
      `INSERT INTO invariant_verdicts (name, last_run_at, full_run_at, rows_checked, full_rows_checked, broken_count, broken)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (name) DO UPDATE
         SET last_run_at = excluded.last_run_at, full_run_at = excluded.full_run_at, rows_checked = excluded.rows_checked,
             full_rows_checked = excluded.full_rows_checked, broken_count = excluded.broken_count, broken = excluded.broken`,
      [name, lastRunAt, fullRunAt, rowsChecked, fullRowsChecked, brokenCount, JSON.stringify(broken)],
    );
  }

  /** Rules that this build has not any more. */
  async deleteOthers(tx: Tx, names: readonly string[]): Promise<void> {
    await tx.delete(InvariantVerdict, { name: Not(In([...names])) });
  }

  /**
   * Reads a rule on one snapshot, which takes no lock that a writer waits for. Its plan tells how many rows it has read; the
   * rows that break it are read again, where there are any. What is read in place of all keeps to the indexes, whatever the
   * planner thinks of it.
   */
  read({ sql: whole, ahead }: Invariant, since: Date | null): Promise<Read> {
    const isAhead = since !== null && ahead !== undefined;
    const sql = isAhead ? ahead : whole;
    const parameters = sql.includes('$1') ? [since] : [];
    return this.snapshots.runLong(RULE_TIMEOUT_MS, async (snapshot) => {
      if (isAhead) await keepToIndexes(snapshot);
      const [explained] = await snapshot.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
        parameters,
      );
      if (explained === undefined) throw new Error('a statement has a plan');
      const [{ Plan: plan }] = explained['QUERY PLAN'];
      const brokenCount = Math.round(plan['Actual Rows'] * plan['Actual Loops']);
      const broken = brokenCount === 0 ? [] : await snapshot.query<BrokenRow[]>(sql, parameters);
      return { rowsChecked: rowsRead(plan), brokenCount, broken: broken.slice(0, SHOWN_ROWS) };
    });
  }
}
