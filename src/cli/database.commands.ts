import type { Command } from 'commander';
import { DataSource } from 'typeorm';
import type { Invariant } from '../common/invariants';
import { dataSourceOptions } from '../database';
import { migrateDatabase, pendingMigrations } from '../migrate';
import { type Answer, type Run, table } from './command';
import type { Session } from './session';

/** Rows shown of one broken rule; the count tells the rest. */
const SHOWN_ROWS = 20;

interface JsonOption {
  json?: boolean;
}

interface BrokenRule {
  readonly rule: string;
  readonly count: number;
  readonly rows: Record<string, unknown>[];
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
    .action((options: JsonOption) => run(options.json, invariants));
}

async function migrate(session: Session): Promise<Answer> {
  const applied = await migrateDatabase(await session.databaseUrl());
  return {
    json: { applied },
    text: applied.length === 0 ? 'The schema was up to date.' : `Applied:\n  ${applied.join('\n  ')}`,
  };
}

async function check(session: Session): Promise<Answer> {
  const url = await session.databaseUrl();
  const pending = await pendingMigrations(url);
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

async function invariants(session: Session): Promise<Answer> {
  // Loaded here: all features of the build, of which the other commands need none.
  const [{ gather }, { FEATURES }] = await Promise.all([
    import('../common/features/index.js'),
    import('../features.js'),
  ]);
  const rules = gather(FEATURES, 'invariants');
  const broken = await brokenRules(await session.databaseUrl(), rules);
  const text = broken.map(({ rule, count, rows }) => {
    const heading = Object.keys(rows[0] ?? {});
    const shown = table(
      heading,
      rows.map((row) => heading.map((name) => String(row[name]))),
    );
    return `Broken ${count} times: ${rule}\n${shown}`;
  });
  return {
    json: { checked: rules.length, broken },
    text: broken.length === 0 ? `All ${rules.length} rules hold.` : text.join('\n\n'),
    failed: broken.length > 0,
  };
}

/** All rules on one snapshot: what a transaction changes meanwhile is seen whole or not at all. */
async function brokenRules(url: string, rules: readonly Invariant[]): Promise<BrokenRule[]> {
  const options = dataSourceOptions({ url, poolSize: 2 });
  const dataSource = await new DataSource({ ...options, entities: [], migrations: [] }).initialize();
  try {
    return await dataSource.transaction('REPEATABLE READ', async (snapshot) => {
      await snapshot.query('SET TRANSACTION READ ONLY');
      // A whole ledger is read: that takes longer than any request may.
      await snapshot.query('SET LOCAL statement_timeout = 0');
      const broken: BrokenRule[] = [];
      for (const { name, sql } of rules) {
        const rows = await snapshot.query<Record<string, unknown>[]>(sql);
        if (rows.length > 0) broken.push({ rule: name, count: rows.length, rows: rows.slice(0, SHOWN_ROWS) });
      }
      return broken;
    });
  } finally {
    await dataSource.destroy();
  }
}
