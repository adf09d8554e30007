import { Client } from 'pg';
import { Clock } from '../../src/common';
import { workerDatabaseUrl } from './database';
import type { TestService } from './service';

/**
 * Moves time for the service under test: the clock that is injected into its processes, and `now()` of its database,
 * which decides what is due. Install it before the service starts, so that every connection sees it.
 */
export class TimeMachine {
  private movedMs = 0;

  private constructor(private readonly url: string) {}

  static async install(): Promise<TimeMachine> {
    const machine = new TimeMachine(await workerDatabaseUrl());
    // A schema that precedes pg_catalog: its now() is the one that unqualified statements mean.
    await machine.query(`
      CREATE SCHEMA test_clock;
      CREATE TABLE test_clock.moved (ms double precision NOT NULL);
      INSERT INTO test_clock.moved VALUES (0);
      CREATE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT pg_catalog.now() + make_interval(secs => (SELECT ms FROM test_clock.moved) / 1000)';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = test_clock, pg_catalog, public', current_database()); END $$`);
    return machine;
  }

  /** From now on the processes of this service read the moved clock. */
  control(service: TestService): void {
    for (const app of [service.api, service.worker]) {
      if (app !== null) Object.assign(app.get(Clock), { now: () => this.now() });
    }
  }

  now(): Date {
    return new Date(Date.now() + this.movedMs);
  }

  async advance(seconds: number): Promise<void> {
    this.movedMs += seconds * 1_000;
    await this.query(`UPDATE test_clock.moved SET ms = ${this.movedMs}`);
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
