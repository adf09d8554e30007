// Proves on a throw-away server that the migrations make exactly the schema of the entities, that each goes down
// again, and that going up a second time gives the same schema. Needs a build.
import { createRequire } from 'node:module';
import { ROOT, fail, run, say, tool } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const { Client } = require('pg');
const { DataSource } = require('typeorm');
const { startThrowAwayPostgres } = require('../dist/src/embedded/postgres');
const { connectionOptions } = require('../dist/src/database');
const { migrateDatabase } = require('../dist/src/migrate');

const server = await startThrowAwayPostgres();
try {
  await check(server.url('postgres'));
} finally {
  await server.stop();
}

async function check(url) {
  const empty = await snapshot(url);
  await migrateDatabase(url, null);
  const first = await snapshot(url);
  const drift = ['migration:generate', `${ROOT}/drift`, '--check', '--dataSource', 'dist/ormconfig.js'];
  const code = await run(tool('typeorm'), drift, { env: { ...process.env, DATABASE_URL: url } });
  if (code !== 0) fail('The migrations do not make the schema that the entities describe.');
  await goDown(url);
  compare('After all migrations went down, this differs from an empty database', empty, await snapshot(url));
  await migrateDatabase(url, null);
  compare('After going down and up again, this differs from the first time', first, await snapshot(url));
  say('Migrations: no drift, down and up again.');
}

async function goDown(url) {
  const dataSource = await new DataSource(connectionOptions({ url, poolSize: 2 })).initialize();
  try {
    for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
}

/** Everything of ours in the database, one line a thing; the queue's schema is its library's business. */
async function snapshot(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      WITH ours AS (
        SELECT oid, nspname FROM pg_namespace
         WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'bullmq'))
      SELECT 'schema ' || nspname AS thing FROM ours
      UNION ALL
      SELECT format('column %s.%s.%s %s null=%s default=%s', o.nspname, c.relname, a.attname,
                    format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
        FROM pg_class c JOIN ours o ON o.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relkind IN ('r', 'v', 'p')
      UNION ALL
      SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
        FROM pg_constraint c JOIN ours o ON o.oid = c.connamespace WHERE conrelid <> 0
      UNION ALL
      SELECT 'index ' || indexdef FROM pg_indexes JOIN ours ON nspname = schemaname
      UNION ALL
      SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p JOIN ours o ON o.oid = p.pronamespace
      UNION ALL
      SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT tgisinternal
         AND tgrelid IN (SELECT c.oid FROM pg_class c JOIN ours o ON o.oid = c.relnamespace)
      UNION ALL
      SELECT 'type ' || typname FROM pg_type t JOIN ours o ON o.oid = t.typnamespace WHERE typtype IN ('e', 'd')
      ORDER BY 1`);
    // The table in which TypeORM notes the migrations stays; its index and constraint belong to it.
    return rows.map(({ thing }) => thing).filter((thing) => !thing.includes('schema_migrations'));
  } finally {
    await client.end();
  }
}

function compare(what, expected, found) {
  const missing = expected.filter((thing) => !found.includes(thing)).map((thing) => `- ${thing}`);
  const extra = found.filter((thing) => !expected.includes(thing)).map((thing) => `+ ${thing}`);
  if (missing.length + extra.length > 0) fail(`${what}:\n${[...missing, ...extra].join('\n')}`);
}
