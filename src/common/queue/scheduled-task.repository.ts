import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';

/** A task as its schedule knows it. */
interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
}

/** A run that has begun. */
export interface TaskClaim {
  readonly name: string;
  readonly claim: number;
}

/** The schedules, by the database's clock alone. */
@Injectable()
export class ScheduledTaskRepository {
  /** Makes the schedules known; a new one is due at once. */
  async register(tx: Tx, tasks: readonly Scheduled[]): Promise<void> {
    await tx.query(
      `INSERT INTO scheduled_task_runs (name, next_run_at)
       SELECT name, clock_timestamp() FROM unnest($1::text[]) AS task (name) ORDER BY name
           ON CONFLICT (name) DO NOTHING`,
      [tasks.map(({ name }) => name)],
    );
  }

  /** Takes what is due and nobody runs. What is further away than its period was put off by a clock that was wrong: it is due. */
  async claim(tx: Tx, tasks: readonly Scheduled[], limit: number, leaseMs: number): Promise<TaskClaim[]> {
    const [rows] = await tx.query<[TaskClaim[], number]>(
      `WITH due AS (
         SELECT run.name, task.every
           FROM scheduled_task_runs run
           JOIN (SELECT name, make_interval(secs => every_ms / 1000) AS every
                   FROM unnest($1::text[], $2::float8[]) AS task (name, every_ms)) task USING (name)
          WHERE (run.next_run_at <= clock_timestamp() OR run.next_run_at > clock_timestamp() + task.every)
            AND (run.lease_until IS NULL OR run.lease_until <= clock_timestamp())
          ORDER BY run.next_run_at
          LIMIT $4
            FOR UPDATE OF run SKIP LOCKED)
       UPDATE scheduled_task_runs AS run
          SET claim = claim + 1, next_run_at = clock_timestamp() + due.every,
              lease_until = clock_timestamp() + make_interval(secs => $3 / 1000.0)
         FROM due WHERE run.name = due.name
       RETURNING run.name, run.claim`,
      [tasks.map(({ name }) => name), tasks.map(({ everyMs }) => everyMs), leaseMs, limit],
    );
    return rows;
  }

  /** Holds a run for longer; false when it went to somebody else meanwhile. */
  async prolong(tx: Tx, { name, claim }: TaskClaim, leaseMs: number): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE scheduled_task_runs SET lease_until = clock_timestamp() + make_interval(secs => $3 / 1000.0)
        WHERE name = $1 AND claim = $2`,
      [name, claim, leaseMs],
    );
    return count === 1;
  }

  /** @param isDue it was not finished: whoever looks next begins it again */
  async release(tx: Tx, { name, claim }: TaskClaim, { isDue }: { readonly isDue: boolean }): Promise<void> {
    await tx.query(
      `UPDATE scheduled_task_runs
          SET lease_until = NULL, next_run_at = CASE WHEN $3 THEN clock_timestamp() ELSE next_run_at END
        WHERE name = $1 AND claim = $2`,
      [name, claim, isDue],
    );
  }
}
