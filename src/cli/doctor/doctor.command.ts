import type { Command } from 'commander';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { errorMessage } from '../../common';
import { keyCheckOf } from '../../common/audit';
import { findRedisWarning } from '../../common/redis';
import { type AppConfig, ConfigError } from '../../config';
import { migrationsToCome } from '../../migrate';
import { type Answer, type Run, table } from '../command';
import type { Session } from '../session';
import type { Finding } from './finding';
import { disk, productionSettings, publicUrl } from './settings';
import { work } from './work';

const OLDEST_NODE = [20, 19] as const;
/** `NULLS NOT DISTINCT` in our indexes. */
const OLDEST_POSTGRES = 15;
const OLDEST_REDIS = [6, 2] as const;
/** Signatures carry timestamps, and expiry is decided by the database's clock. */
const MOST_CLOCK_SKEW_MS = 2_000;
const TIMEOUT_MS = 5_000;

export function addDoctorCommand(command: Command, run: Run): void {
  command
    .option('--json', 'one JSON object on standard output')
    .action((options: { json?: boolean }) => run(options.json, doctor));
}

async function doctor(session: Session): Promise<Answer> {
  const findings = [nodeVersion(), ...(await configuration(session))];
  const failed = findings.some(({ ok }) => !ok);
  return {
    json: { ok: !failed, checks: findings },
    text: table(
      ['', 'check', 'finding'],
      findings.map(({ check, ok, warning, message }) => [
        ok ? (warning === true ? 'WARN' : 'ok') : 'BAD',
        check,
        message,
      ]),
    ),
    failed,
  };
}

async function configuration(session: Session): Promise<Finding[]> {
  let config: AppConfig;
  try {
    config = await session.config();
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [errorMessage(error)];
    return faults.map((fault) => ({ check: 'configuration', ok: false, message: fault }));
  }
  return [
    { check: 'configuration', ok: true, message: `valid, NODE_ENV=${config.nodeEnv}` },
    ...(await postgres(config)),
    await redis(config),
    ...productionSettings(config),
    await publicUrl(config),
    await disk((await session.environment()).dataDir),
  ];
}

function nodeVersion(): Finding {
  return { check: 'node', ok: atLeast(process.versions.node, OLDEST_NODE), message: process.versions.node };
}

async function postgres({ nodeEnv, database: { url }, crypto }: AppConfig): Promise<Finding[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; major: number }>(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major",
    );
    const { version, major } = rows[0] ?? { version: 'unknown', major: 0 };
    const schema = await migrations(url);
    return [
      { check: 'postgresql', ok: major >= OLDEST_POSTGRES, message: version },
      await clock(client),
      await role(client),
      schema,
      await queueSchema(client),
      await auditKey(client, crypto.auditKey),
      // Of a schema that is not there yet nothing can be asked.
      ...(schema.ok ? await work(client, nodeEnv === 'production') : []),
    ];
  } catch (error) {
    return [{ check: 'postgresql', ok: false, message: `does not answer: ${errorMessage(error)}` }];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function clock(client: Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  // The answer was made somewhere between the question and its arrival.
  const middle = (before + Date.now()) / 2;
  const skewMs = Math.round((rows[0]?.now.getTime() ?? 0) - middle);
  return {
    check: 'clock',
    ok: Math.abs(skewMs) <= MOST_CLOCK_SKEW_MS,
    message: `the database is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'behind' : 'ahead'}`,
  };
}

/** Whoever takes over a process that owns the tables can alter the audit log too (decision 0027). */
async function role(client: Client): Promise<Finding> {
  const check = 'database role';
  const { rows } = await client.query<{ name: string; superuser: boolean; owner: boolean | null }>(
    `SELECT r.rolname AS name, r.rolsuper AS superuser,
            (SELECT pg_has_role(t.relowner, 'MEMBER') FROM pg_class t WHERE t.oid = to_regclass('schema_migrations')) AS owner
       FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const { name = 'unknown', superuser = false, owner = null } = rows[0] ?? {};
  if (!superuser && owner !== true) return { check, ok: true, message: name };
  const is = superuser ? 'is a superuser' : 'owns the tables';
  const message = `${name} ${is}: give the service a role of its own (DATABASE_SERVICE_ROLE of db migrate)`;
  return { check, ok: true, warning: true, message };
}

async function migrations(url: string): Promise<Finding> {
  const pending = await migrationsToCome(url);
  const message = pending.length === 0 ? 'none pending' : `${pending.length} pending: run db migrate`;
  return { check: 'migrations', ok: pending.length === 0, message };
}

async function queueSchema(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regnamespace('bullmq') IS NOT NULL AS found",
  );
  const found = rows[0]?.found === true;
  return { check: 'queue schema', ok: found, message: found ? 'present' : 'missing: run db migrate' };
}

/** With another key than that of the log nothing could be appended to it, and so no operator could decide anything. */
async function auditKey(client: Client, key: Buffer): Promise<Finding> {
  const check = 'audit key';
  const { rows: tables } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('audit_head') IS NOT NULL AS found",
  );
  if (tables[0]?.found !== true) return { check, ok: false, message: 'no audit log: run db migrate' };
  const { rows } = await client.query<{ key_check: Buffer | null }>('SELECT key_check FROM audit_head');
  if (rows[0] === undefined) return { check, ok: false, message: 'the audit log has lost its head' };
  const ok = rows[0].key_check?.equals(keyCheckOf(key)) ?? true;
  return { check, ok, message: ok ? 'that of the audit log' : 'AUDIT_KEY is not the key of this audit log' };
}

async function redis({ redis: server, queue: { prefix } }: AppConfig): Promise<Finding> {
  if (server === null)
    return { check: 'redis', ok: true, message: 'not configured: the queue uses PostgreSQL' };
  const client = new Redis(server.url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const info = await client.info();
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown';
    // A full one answers everything else.
    await client.set(`${prefix}:doctor`, 1, 'PX', TIMEOUT_MS);
    const warning = findRedisWarning(info);
    return {
      check: 'redis',
      ok: atLeast(version, OLDEST_REDIS) && warning === null,
      message: warning === null ? version : `${version}: ${warning}`,
    };
  } catch (error) {
    return {
      check: 'redis',
      ok: false,
      message: `does not answer, or takes nothing: ${errorMessage(error)}`,
    };
  } finally {
    client.disconnect();
  }
}

function atLeast(version: string, oldest: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}
