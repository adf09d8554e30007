import type { Client } from 'pg';
import type { Clock } from '../../common';

/**
 * A schema that precedes pg_catalog: its now() and clock_timestamp() are those that unqualified statements mean, in this
 * database alone.
 */
const INSTALL = `
  CREATE SCHEMA week_clock;
  CREATE TABLE week_clock.moved (ms double precision NOT NULL);
  INSERT INTO week_clock.moved (ms) VALUES (0);
  CREATE FUNCTION week_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT pg_catalog.now() + make_interval(secs => ms / 1000) FROM week_clock.moved';
  CREATE FUNCTION week_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + make_interval(secs => ms / 1000) FROM week_clock.moved';
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = public, week_clock, pg_catalog', current_database());
  END $$`;

/** What makes processes and statements of the play's database see another moment than the present one. */
export class WeekClockRepository {
  private shiftMs = 0;

  constructor(private readonly client: Client) {}

  /** Before anybody else opens a connection. */
  async install(): Promise<void> {
    await this.client.query(INSTALL);
  }

  /** From now on this clock tells the time of the play. */
  control(clock: Clock): void {
    Object.assign(clock, { now: () => this.now() });
  }

  now(): Date {
    return new Date(performance.timeOrigin + performance.now() + this.shiftMs);
  }

  /** It becomes so many milliseconds before the present, and time goes on from there. */
  async moveTo(beforeNowMs: number): Promise<void> {
    await this.client.query('UPDATE week_clock.moved SET ms = $1', [-beforeNowMs]);
    this.shiftMs = -beforeNowMs;
  }
}
