import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/** When a task of the worker runs next, and who is at it: once however many workers there are, with or without a queue. */
@Entity('scheduled_task_runs')
@Check('ck_scheduled_task_runs_claim', 'claim >= 0')
export class ScheduledTaskRun {
  @PrimaryColumn({
    name: 'name',
    type: 'varchar',
    length: 60,
    primaryKeyConstraintName: 'pk_scheduled_task_runs',
  })
  name: string;

  @Column(timestampColumn('next_run_at'))
  nextRunAt: Date;

  /** Somebody runs it until then, or dies: then it is free again. */
  @Column(timestampColumn('lease_until', { nullable: true }))
  leaseUntil: Date | null;

  /** Grows with each run, so that only the present one may give it back. */
  @Column({ name: 'claim', type: 'integer', default: 0 })
  claim: number;
}
