import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';

/** Every timestamp of a connection is UTC, whatever the server's setting; no statement may run for ever. */
const SESSION_SETTINGS =
  '-c TimeZone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000';

/** Of commands and migrations, behind which no request waits. */
const COMMAND_CONNECT_TIMEOUT_MS = 30_000;

/**
 * The connection of every process. Entities and migrations are found by their file names, so that this
 * folder knows no feature; the pattern matches the sources (tests) and the build alike.
 */
export function dataSourceOptions(database: {
  url: string;
  poolSize: number;
  connectTimeoutMs?: number;
}): DataSourceOptions {
  return {
    type: 'postgres',
    url: database.url,
    entities: [join(__dirname, '..', '**', '*.entity.{ts,js}')],
    migrations: [join(__dirname, 'migrations', '*.{ts,js}')],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: {
      max: database.poolSize,
      connectionTimeoutMillis: database.connectTimeoutMs ?? COMMAND_CONNECT_TIMEOUT_MS,
      options: SESSION_SETTINGS,
      application_name: 'repasse',
    },
  };
}
