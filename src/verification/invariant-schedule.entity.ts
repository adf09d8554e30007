import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../database';

/** One row: when the rules are read next, and whether somebody asked for it. */
@Entity('invariant_schedule')
@Check('ck_invariant_schedule_one', 'id = 1')
export class InvariantSchedule {
  @PrimaryColumn({ name: 'id', type: 'smallint', primaryKeyConstraintName: 'pk_invariant_schedule' })
  id: number;

  @Column(timestampColumn('requested_at', { nullable: true }))
  requestedAt: Date | null;

  @Column(timestampColumn('started_at', { nullable: true }))
  startedAt: Date | null;

  @Column(timestampColumn('next_run_at'))
  nextRunAt: Date;
}
