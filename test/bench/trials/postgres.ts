import { setTimeout as wait } from 'node:timers/promises';
import { cardBody } from '../../support/charges';
import { ChaosProxy } from '../../support/chaos-proxy';
import { eventually } from '../../support/eventually';
import { onServer } from '../../support/test-server';
import type { Bench } from '../support/bench';
import { Caller } from '../support/caller';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import type { Installation } from '../support/installation';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const READY_AGAIN_MS = 5_000;
const LONGEST_REQUEST_MS = 20_000;

/** Under load; what is measured begins when the server answers again. */
async function restarted(bench: Bench, count: number): Promise<Outcome> {
  const [installation, postgres] = [await bench.two(), await bench.postgres()];
  const { load, shop } = await begin(bench, installation);
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    await wait(bench.dice.between(300, 1_500));
    await postgres.end();
    await wait(bench.dice.between(0, 500));
    await postgres.again();
    worstMs = Math.max(worstMs, await readyAgain(installation, load));
  }
  return end(installation, load, shop, { count, worstMs, boundMs: READY_AGAIN_MS });
}

/** Every process ready, and each API with a good answer. */
async function readyAgain(installation: Installation, load: Load): Promise<number> {
  const beganMs = performance.now();
  await Promise.all([
    ...installation.servers.map((server) => server.good(null)),
    ...installation.apis.map((api) => api.good(load.merchant)),
  ]);
  return performance.now() - beganMs;
}

/** How what is written ends: with a COMMIT, or by itself where one statement is all (a charge without recipients). */
const ENDS = ['COMMIT', 'INSERT INTO charges '];

/** The connection ends around a COMMIT: the server has it or has not, and the caller does not know. */
async function cutAtCommit(bench: Bench, count: number): Promise<Outcome> {
  const { installation, proxy } = await overProxy(bench);
  const { load, shop } = await begin(bench, installation);
  const cuts = { before: 0, after: 0 };
  let armed = false;
  proxy.judge = (chunk) => {
    if (!armed || !ENDS.some((end) => proxy.asks(chunk, end))) return 'pass';
    armed = false;
    const fate = bench.dice.below(2) === 0 ? 'before' : 'after';
    cuts[fate] += 1;
    return `cut ${fate}`;
  };
  for (let round = 0; round < count; round += 1) {
    await wait(bench.dice.between(10, 150));
    armed = true;
    await eventually(() => {
      if (armed) throw new Error('nobody commits');
    }, 60_000);
  }
  const outcome = await end(installation, load, shop, { count, boundMs: LONGEST_REQUEST_MS });
  await bench.discard(installation);
  await proxy.close();
  const figures = `${cuts.before} cut before the server had it, ${cuts.after} after`;
  return { ...outcome, worstMs: load.caller.account.worstMs, notes: [figures, ...(outcome.notes ?? [])] };
}

/** The open connections swallow everything, new ones work: no request waits for ever, and the worker goes on. */
async function deaf(bench: Bench, count: number): Promise<Outcome> {
  const { installation, proxy } = await overProxy(bench);
  const { load, shop } = await begin(bench, installation);
  const findings = new Findings();
  const delays: number[] = [];
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    await wait(bench.dice.between(500, 1_500));
    proxy.swallow();
    const [delay, readyMs] = await Promise.all([
      deliveredDuringFault(installation),
      readyAgain(installation, load),
    ]);
    worstMs = Math.max(worstMs, readyMs);
    if (delay === null) findings.violations.push('nothing was delivered within 60 s');
    else delays.push(Math.round(delay));
  }
  const outcome = await end(installation, load, shop, { count, worstMs, boundMs: READY_AGAIN_MS }, findings);
  await bench.discard(installation);
  await proxy.close();
  const figures = `a charge made then was delivered after ${delays.join(', ')} ms`;
  return { ...outcome, notes: [figures, ...(outcome.notes ?? [])] };
}

async function deliveredDuringFault(installation: Installation): Promise<number | null> {
  const merchant = await installation.merchant();
  const caller = new Caller(() => installation.apis.map(({ url }) => url), merchant);
  const beganMs = performance.now();
  try {
    const shop = await eventually(() => Shop.open(installation, merchant), 60_000);
    await caller.insist('/v1/charges', cardBody(), 'only', 60_000);
    await eventually(() => {
      if (!shop.notifications.some(({ event }) => event === 'charge.captured')) throw new Error('not yet');
    }, 60_000);
    await shop.close();
    return performance.now() - beganMs;
  } catch {
    return null;
  } finally {
    await caller.close();
  }
}

/** As after a fail-over to a standby: whatever writes is refused, clearly. */
async function readOnly(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const { load, shop } = await begin(bench, installation);
  const findings = new Findings();
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    await wait(bench.dice.between(300, 1_000));
    await switchReadOnly(installation, 'on');
    await wait(2_000);
    const answer = await installation.apis[0]?.client(load.merchant).post('/v1/charges', cardBody());
    if (answer?.status !== 503)
      findings.violations.push(`a charge was answered ${answer?.status}: ${answer?.text}`);
    await switchReadOnly(installation, 'off');
    worstMs = Math.max(worstMs, await readyAgain(installation, load));
  }
  return end(installation, load, shop, { count, worstMs, boundMs: READY_AGAIN_MS }, findings);
}

async function switchReadOnly(installation: Installation, value: 'on' | 'off'): Promise<void> {
  const database = new URL(installation.databaseUrl).pathname.slice(1);
  const admin = new URL(installation.databaseUrl);
  admin.pathname = '/postgres';
  await onServer(admin.href, async (client) => {
    await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      database,
    ]);
  });
}

/** One API and one worker whose every connection to PostgreSQL goes over one proxy. */
async function overProxy(bench: Bench): Promise<{ installation: Installation; proxy: ChaosProxy }> {
  const installation = await bench.installation();
  const proxy = await ChaosProxy.before(installation.databaseUrl, 5432);
  await installation.start(1, 1, { DATABASE_URL: proxy.through(installation.databaseUrl) });
  return { installation, proxy };
}

async function begin(bench: Bench, installation: Installation): Promise<{ load: Load; shop: Shop }> {
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  return { load: new Load(installation, merchant, bench.dice).start(), shop };
}

async function end(
  installation: Installation,
  load: Load,
  shop: Shop,
  outcome: Pick<Outcome, 'count' | 'worstMs' | 'boundMs'>,
  findings = new Findings(),
): Promise<Outcome> {
  await load.stop();
  const { account } = load.caller;
  if (account.worstMs > LONGEST_REQUEST_MS)
    findings.violations.push(`a request took ${Math.round(account.worstMs)} ms`);
  const internal = account.outcomes.get('500') ?? 0;
  if (internal > 0) findings.violations.push(`${internal} answers 500 instead of 503`);
  const limited = account.outcomes.get('429') ?? 0;
  if (limited > 0) findings.violations.push(`${limited} requests with the right keys were answered 429`);
  const verdict = (await settle(installation, load, shop, findings)).verdict();
  await shop.close();
  await load.caller.close();
  const figures = `${account.requests} requests (${account.text()}), the longest ${Math.round(account.worstMs)} ms`;
  return { ...outcome, ...verdict, notes: [figures, ...verdict.notes] };
}

export const postgresRestarted: Trial = {
  id: 'postgres-restarted',
  trial: 'PostgreSQL immediate restart under load: ready again within 5 s, no request > 20 s, no 500',
  counts: { short: 2, full: 100 },
  run: restarted,
};

export const postgresCutAtCommit: Trial = {
  id: 'postgres-cut-at-commit',
  trial: 'connections cut before and after a COMMIT: nothing lost or doubled, no request > 20 s, no 500',
  place: 'beside',
  counts: { short: 20, full: 200 },
  run: cutAtCommit,
};

export const postgresDeaf: Trial = {
  id: 'postgres-deaf',
  trial:
    'connections to PostgreSQL that swallow every byte: ready again within 5 s, no request > 20 s, deliveries go on',
  place: 'beside',
  counts: { short: 1, full: 20 },
  run: deaf,
};

export const postgresReadOnly: Trial = {
  id: 'postgres-read-only',
  trial: 'a PostgreSQL that takes no writes: 503 and never 500, ready again within 5 s',
  counts: { short: 1, full: 5 },
  run: readOnly,
};
