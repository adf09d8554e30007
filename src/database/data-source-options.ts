import type { DataSourceOptions } from 'typeorm';
import { CheckedPool } from './connection/checked-pool';
import { clientWithDeadline } from './connection/deadline-client';
import { SESSION_LIMITS, sessionOptions, type SessionLimits } from './connection/session-limits';
import { entities, migrations } from './schema-files';

/** Of commands and migrations, behind which no request waits. */
const COMMAND_CONNECT_TIMEOUT_MS = 30_000;

interface Database {
  url: string;
  poolSize: number;
  connectTimeoutMs?: number;
}

/** The connection of every process. */
export function dataSourceOptions(
  database: Database,
  limits: SessionLimits = SESSION_LIMITS.cli,
): DataSourceOptions {
  return { ...connectionOptions(database, limits), entities: entities() };
}

/** A connection that knows the migrations but no entity: who asks in plain SQL need not load them all. */
export function connectionOptions(
  database: Database,
  limits: SessionLimits = SESSION_LIMITS.cli,
): DataSourceOptions & { type: 'postgres' } {
  return {
    type: 'postgres',
    url: database.url,
    migrations: migrations(),
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    driver: { Pool: CheckedPool },
    extra: {
      ...clientWithDeadline(limits.answerMs),
      // What is asked before an answer is there is sent (decision 0028).
      pipeline: true,
      max: database.poolSize,
      connectionTimeoutMillis: database.connectTimeoutMs ?? COMMAND_CONNECT_TIMEOUT_MS,
      options: sessionOptions(limits),
      application_name: 'repasse',
    },
  };
}
