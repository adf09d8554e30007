import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onServer } from '../../support/test-server';
import type { Bench } from '../support/bench';
import { Findings, settle } from '../support/ledger';
import { Installation } from '../support/installation';
import { Load } from '../support/load';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const CLI = join(__dirname, '..', '..', '..', 'dist', 'src', 'cli.js');

interface Migrator {
  readonly ended: Promise<{ code: number | null; output: string }>;
  kill(): void;
}

/** Two at once into an empty database, then one that is killed in the middle and one that goes on from there. */
async function migrations(bench: Bench, count: number): Promise<Outcome> {
  const findings = new Findings();
  const postgres = await bench.postgres();
  const model = await bench.installation();
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    const url = postgres.url(`repasse_bench_migrated_${round}`);
    const beganMs = performance.now();
    await emptyDatabase(url);
    const both = [migrate(model, url), migrate(model, url)];
    if (round % 2 === 1) {
      // Wherever they are by then: one waits for the other's lock, or has it.
      await wait(bench.dice.between(500, 4_000));
      both[0]?.kill();
    }
    const [first, second] = await Promise.all(both.map(({ ended }) => ended));
    if (round % 2 === 0 && first?.code !== 0)
      findings.violations.push(`one of two ended with ${first?.code}: ${first?.output}`);
    if (second?.code !== 0)
      findings.violations.push(`the other one ended with ${second?.code}: ${second?.output}`);
    findings.violations.push(...(await killedInTheMiddle(bench, model, url)));
    worstMs = Math.max(worstMs, performance.now() - beganMs);
  }
  await bench.discard(model);
  return { ...findings.verdict(), count, worstMs };
}

async function killedInTheMiddle(bench: Bench, model: Installation, url: string): Promise<string[]> {
  await emptyDatabase(url);
  const doomed = migrate(model, url);
  const steps = bench.dice.below(40);
  await begun(url, steps, doomed.ended);
  doomed.kill();
  await doomed.ended;
  const next = await migrate(model, url).ended;
  const checked = new Installation(url, { ...model.environment, DATABASE_URL: url });
  const { code, answer } = await checked.command('db', 'check');
  const broken = await checked.brokenRules();
  await checked.stop();
  return [
    ...(next.code === 0
      ? []
      : [`after one killed at table ${steps}, the next ended with ${next.code}: ${next.output}`]),
    ...(code === 0 ? [] : [`db check after that: ${JSON.stringify(answer)}`]),
    ...broken,
  ];
}

async function emptyDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await onServer(admin.href, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  });
}

/** Until its sessions have done something, and a little more, or it has ended. */
async function begun(url: string, moreMs: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  await onServer(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
          WHERE l.mode = 'AccessExclusiveLock' AND l.pid <> pg_backend_pid()`,
      );
      if (over || (rows[0]?.count ?? 0) > 0) break;
      await wait(2);
    }
  });
  await wait(moreMs);
}

function migrate(model: Installation, url: string): Migrator {
  const child = spawn(process.execPath, [CLI, 'db', 'migrate', '--json'], {
    env: { PATH: process.env['PATH'] ?? '', ...model.environment, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    output: output.slice(-500),
  }));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** What a later build may add: a migration of a name that this build does not know, columns, a table, an index; or widen. */
const NEWER = `
  INSERT INTO schema_migrations (timestamp, name) VALUES (1999999999999, 'Later1999999999999');
  ALTER TABLE charges ADD COLUMN later text;
  ALTER TABLE charges ADD COLUMN later_count integer NOT NULL DEFAULT 0;
  ALTER TABLE charges ALTER COLUMN external_id TYPE character varying(200);
  ALTER TABLE outbox_events ADD COLUMN later text;
  ALTER TABLE outbox_events ALTER COLUMN type TYPE character varying(80);
  ALTER TABLE postback_deliveries ADD COLUMN later jsonb NOT NULL DEFAULT '{}';
  ALTER TABLE postback_deliveries ALTER COLUMN event TYPE character varying(80);
  CREATE TABLE later (merchant_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (merchant_id, id));
  CREATE INDEX ix_charges_later ON charges (merchant_id, later)`;

/** A roll-out: the schema is the next build's, and processes of this one still run, and start. */
async function olderApi(bench: Bench, count: number): Promise<Outcome> {
  const findings = new Findings();
  for (let round = 0; round < count; round += 1) {
    const installation = await bench.installation();
    await installation.start(1, 1);
    const merchant = await installation.merchant();
    const shop = await Shop.open(installation, merchant);
    const load = new Load(installation, merchant, bench.dice).start(3);
    await wait(500);
    await installation.query(NEWER);
    await wait(500);
    await installation.start(1, 1);
    await wait(2_000);
    await load.stop();
    const { account } = load.caller;
    if (account.failed > 0) findings.violations.push(`${account.failed} requests failed: ${account.text()}`);
    await settle(installation, load, shop, findings);
    await shop.close();
    await load.caller.close();
    await bench.discard(installation);
  }
  return { ...findings.verdict(), count };
}

export const migrationsKilled: Trial = {
  id: 'migrations',
  trial: 'two migrators at once, and one killed in the middle: the next one finishes, db check finds nothing',
  place: 'beside',
  counts: { short: 1, full: 10 },
  run: migrations,
};

export const oldApi: Trial = {
  id: 'old-api',
  trial: 'processes of this build on the schema of a later one, running and starting: no request fails',
  place: 'beside',
  counts: { short: 1, full: 1 },
  run: olderApi,
};
