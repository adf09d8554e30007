import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { BrokenRow } from '../common/invariants';
import { bigintColumn, timestampColumn } from '../database';

/** What a rule of the books came to when it was last read. */
@Entity('invariant_verdicts')
@Check('ck_invariant_verdicts_rows', 'rows_checked >= 0')
@Check(
  'ck_invariant_verdicts_broken',
  'broken_count >= 0 AND (broken_count = 0) = (jsonb_array_length(broken) = 0)',
)
@Check('ck_invariant_verdicts_full', 'full_run_at <= last_run_at')
@Check('ck_invariant_verdicts_full_rows', 'full_rows_checked >= 0')
export class InvariantVerdict {
  @PrimaryColumn({
    name: 'name',
    type: 'varchar',
    length: 300,
    primaryKeyConstraintName: 'pk_invariant_verdicts',
  })
  name: string;

  @Column(timestampColumn('last_run_at'))
  lastRunAt: Date;

  /** When all was read, whatever had changed. */
  @Column(timestampColumn('full_run_at'))
  fullRunAt: Date;

  @Column(bigintColumn('rows_checked'))
  rowsChecked: number;

  /** When all was read; null: not known. */
  @Column(bigintColumn('full_rows_checked', { nullable: true }))
  fullRowsChecked: number | null;

  @Column({ name: 'broken_count', type: 'integer' })
  brokenCount: number;

  /** The first rows that break it. */
  @Column({ name: 'broken', type: 'jsonb' })
  broken: readonly BrokenRow[];
}
