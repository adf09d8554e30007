import type { INestApplicationContext } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { Clock } from '../../src/common';
import { workerDatabaseUrl, workerRedis } from './database';

/**
 * Moves time for the service under test: the clock that is injected into its processes, and `now()` of its database,
 * which decides what is due. Install it before the service starts, so that every connection sees it, and every process
 * from its first moment: one that works for a moment by the real clock settles in the past what was made in the future.
 */
export class TimeMachine {
  private static installed: TimeMachine | null = null;
  private shiftMs = 0;
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
    TimeMachine.installed = machine;
    return machine;
  }

  /** Gives a process of this spec file, before it begins, the moved clock, if there is one. */
  static control(process: INestApplicationContext): void {
    const machine = TimeMachine.installed;
    if (machine !== null) Object.assign(process.get(Clock), { now: () => machine.now() });
  }

  now(): Date {
    return new Date((this.frozenAt?.getTime() ?? Date.now()) + this.shiftMs);
  }

  /** From now on time passes by `advance` alone: what a slow machine needs for a test is none of its time. */
  async freeze(): Promise<void> {
    this.frozenAt = new Date();
    await this.query(`UPDATE test_clock.moved SET frozen_at = '${this.frozenAt.toISOString()}'`);
  }

  /** Never back: what was made in the hour that is to come again would have ended before it began. */
  async advance(seconds: number): Promise<void> {
    if (seconds < 0) throw new Error(`time does not go back, by ${-seconds} s`);
    this.shiftMs += seconds * 1_000;
    await this.query(`UPDATE test_clock.moved SET ms = ${this.shiftMs}`);
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
