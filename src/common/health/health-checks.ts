import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { assertWritable, pendingMigrations } from '../../database';
import { withTimeout } from '../time';

export interface HealthCheck {
  readonly name: string;
  /** Without it the process cannot do its work; else it is only told. */
  readonly required: boolean;
  /** Rejects when the thing is down. */
  readonly check: () => Promise<unknown>;
}

export type HealthStatus = 'up' | 'down';

const TIMEOUT_MS = 2_000;

/** What this process needs, as each module registers it. */
@Injectable()
export class HealthChecks {
  private readonly checks: HealthCheck[] = [];
  private migrated = false;

  constructor(private readonly dataSource: DataSource) {
    this.register({ name: 'database', required: true, check: () => assertWritable(dataSource) });
    this.register({ name: 'migrations', required: true, check: () => this.assertMigrated() });
  }

  register(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** From now on the process says that it is not ready, while it goes on answering: it is about to end. */
  stopServing(): void {
    const check = (): Promise<never> => Promise.reject(new Error('the process is about to end'));
    this.register({ name: 'serving', required: true, check });
  }

  /** Runs all checks at once, each for at most two seconds. */
  async run(): Promise<{ ready: boolean; checks: Record<string, HealthStatus> }> {
    const results = await Promise.all(
      this.checks.map(async ({ name, required, check }) => ({
        name,
        required,
        status: await statusOf(check),
      })),
    );
    return {
      ready: results.every(({ required, status }) => status === 'up' || !required),
      checks: Object.fromEntries(results.map(({ name, status }) => [name, status])),
    };
  }

  /** Migrations only ever get more while a process runs, so once is enough. */
  private async assertMigrated(): Promise<void> {
    if (this.migrated) return;
    if ((await pendingMigrations(this.dataSource)).length > 0) throw new Error('migrations are pending');
    this.migrated = true;
  }
}

async function statusOf(check: () => Promise<unknown>): Promise<HealthStatus> {
  try {
    await withTimeout(check(), TIMEOUT_MS);
    return 'up';
  } catch {
    return 'down';
  }
}
