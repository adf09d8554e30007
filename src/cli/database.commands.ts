import type { Command } from 'commander';
import { DataSource } from 'typeorm';
import { Clock } from '../common';
import { type BrokenRule, readInvariants } from '../common/invariants';
import { dataSourceOptions } from '../database';
import { migrateDatabase, migrationsToCome } from '../migrate';
import { momentOf } from './arguments';
import { type Answer, type Run, table } from './command';
import type { Session } from './session';

/** What a provider changed within this time may still be on its way to us. */
const SETTLING_MS = 60_000;

interface JsonOption {
  json?: boolean;
}

interface InvariantOptions extends JsonOption {
  since?: Date;
}

export function addDatabaseCommands(database: Command, run: Run): void {
  database
    .command('migrate')
    .description('Brings the database to the schema of this build.')
    .option('--json', 'one JSON object on standard output')
    .action((options: JsonOption) => run(options.json, migrate));
  database
    .command('check')
    .description('Fails when migrations are pending or the schema differs from what the code expects.')
    .option('--json', 'one JSON object on standard output')
    .action((options: JsonOption) => run(options.json, check));
  database
    .command('invariants')
    .description('Reads every rule of the books from the data; fails with the rows that break one.')
    .option('--json', 'one JSON object on standard output')
    .option('--since <moment>', 'only what changed since, e.g. 2026-11-01 or 2026-11-01T12:00:00Z', momentOf)
    .action((options: InvariantOptions) => run(options.json, (session) => invariants(session, options)));
}

async function migrate(session: Session): Promise<Answer> {
  const { url, serviceRole } = (await session.config()).database;
  const applied = await migrateDatabase(url, serviceRole);
  const lines = [
    applied.length === 0 ? 'The schema was up to date.' : `Applied:\n  ${applied.join('\n  ')}`,
    ...(serviceRole === null ? [] : [`Rights granted to ${serviceRole}.`]),
  ];
  return {
    json: { applied, ...(serviceRole !== null && { granted_to: serviceRole }) },
    text: lines.join('\n'),
  };
}

async function check(session: Session): Promise<Answer> {
  const url = await session.databaseUrl();
  const pending = await migrationsToCome(url);
  // Against an older schema every difference would be one of the pending migrations.
  const drift = pending.length > 0 ? [] : await schemaDrift(url);
  const lines = [
    pending.length === 0 ? 'No migration is pending.' : `Pending migrations:\n  ${pending.join('\n  ')}`,
    ...(drift.length > 0 ? [`The schema differs from the code:\n  ${drift.join('\n  ')}`] : []),
    ...(pending.length + drift.length === 0 ? ['The schema is what the code expects.'] : []),
  ];
  return { json: { pending, drift }, text: lines.join('\n'), failed: pending.length + drift.length > 0 };
}

/** The statements that would make the schema what the entities say: none when they agree. */
async function schemaDrift(url: string): Promise<string[]> {
  const dataSource = await new DataSource(dataSourceOptions({ url, poolSize: 2 })).initialize();
  try {
    const differences = await dataSource.driver.createSchemaBuilder().log();
    return differences.upQueries.map(({ query }) => query);
  } finally {
    await dataSource.destroy();
  }
}

async function invariants(session: Session, { since }: InvariantOptions): Promise<Answer> {
  // Loaded here: all features of the build, of which the other commands need none.
  const [{ gather }, { FEATURES }] = await Promise.all([
    import('../common/features/index.js'),
    import('../features.js'),
  ]);
  session.needs(FEATURES);
  const rules = gather(FEATURES, 'invariants');
  const checks = await Promise.all(gather(FEATURES, 'checks').map((check) => session.service(check)));
  const dataSource = await session.service(DataSource);
  const settledBefore = new Date((await session.service(Clock)).now().getTime() - SETTLING_MS);
  const broken = await readInvariants(dataSource, rules, checks, { since: since ?? null, settledBefore });
  const checked = rules.length + checks.length;
  return {
    json: { checked, broken },
    text: broken.length === 0 ? `All ${checked} rules hold.` : broken.map(inWords).join('\n\n'),
    failed: broken.length > 0,
  };
}

function inWords({ rule, count, rows }: BrokenRule): string {
  const heading = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = table(
    heading,
    rows.map((row) => heading.map((name) => (name in row ? String(row[name]) : ''))),
  );
  return `Broken ${count} times: ${rule}\n${shown}`;
}
