import { Redis } from 'ioredis';
import { Client } from 'pg';
import { Clock } from '../../src/common';
import { workerDatabaseUrl, workerRedis } from './database';
import type { TestService } from './service';

/**
 * Moves time for the service under test: the clock that is injected into its processes, and `now()` of its database,
 * which decides what is due. Install it before the service starts, so that every connection sees it.
 */
export class TimeMachine {
  private movedMs = 0;
  private frozenAt: Date | null = null;

  private constructor(private readonly url: string) {}

  static async install(): Promise<TimeMachine> {
    const machine = new TimeMachine(await workerDatabaseUrl());
    // A schema that precedes pg_catalog: its now() is the one that unqualified statements mean. Ours stays the first.
    await machine.query(`
      CREATE SCHEMA test_clock;
      CREATE TABLE test_clock.moved (ms double precision NOT NULL, frozen_at timestamptz);
      INSERT INTO test_clock.moved VALUES (0);
      CREATE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT coalesce(frozen_at, pg_catalog.now()) + make_interval(secs => ms / 1000) FROM test_clock.moved';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, test_clock, pg_catalog', current_database()); END $$`);
    return machine;
  }

  /** From now on the processes of this service read the moved clock. */
  control(service: TestService): void {
    for (const app of [service.api, service.worker]) {
      if (app !== null) Object.assign(app.get(Clock), { now: () => this.now() });
    }
  }

  now(): Date {
    return new Date((this.frozenAt?.getTime() ?? Date.now()) + this.movedMs);
  }

  /** From now on time passes by `advance` alone: what a slow machine needs for a test is none of its time. */
  async freeze(): Promise<void> {
    this.frozenAt = new Date();
    await this.query(`UPDATE test_clock.moved SET frozen_at = '${this.frozenAt.toISOString()}'`);
  }

  async advance(seconds: number): Promise<void> {
    this.movedMs += seconds * 1_000;
    await this.query(`UPDATE test_clock.moved SET ms = ${this.movedMs}`);
    await endRateWindows();
  }

  private async query(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}

/** The windows of the rate limit are Redis' own time, which nothing here moves: their counters end instead. */
async function endRateWindows(): Promise<void> {
  const redis = workerRedis();
  if (redis === null) return;
  const client = new Redis(redis.url);
  try {
    const counters = await client.keys(`${redis.prefix}:rate:*`);
    if (counters.length > 0) await client.del(...counters);
  } finally {
    client.disconnect();
  }
}
