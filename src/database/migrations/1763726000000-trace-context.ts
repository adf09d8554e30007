import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where in a trace an event happened and a call to a provider was asked for, as a W3C traceparent: whoever works on them later,
 * in another process, goes on with that trace. Null unless tracing is on.
 */
export class TraceContext1763726000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN trace_context character varying(55)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN trace_context`);
  }
}

const TABLES = ['outbox_events', 'provider_calls'];
