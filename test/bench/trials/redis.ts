import { Redis } from 'ioredis';
import { setTimeout as wait } from 'node:timers/promises';
import { cardBody } from '../../support/charges';
import { eventually } from '../../support/eventually';
import type { PrivateRedis } from '../../support/redis-server';
import type { Bench } from '../support/bench';
import { Caller } from '../support/caller';
import type { Installation } from '../support/installation';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

/** As long as it hangs in the full form; what was not delivered by then did not go on. */
const LONGEST_MS = 60_000;

/** A way to lose Redis, and to get it back. */
interface Loss {
  take(redis: PrivateRedis): Promise<void>;
  giveBack(redis: PrivateRedis): Promise<void>;
  /** In the full form it lasts at least as long. */
  readonly lastsMs?: number;
}

const KILLED: Loss = { take: (redis) => redis.kill(), giveBack: (redis) => redis.run() };

const stopped: number[] = [];

/** It stops in the middle of whatever it does: connections stay, new ones are taken by the kernel, nothing answers. */
const HUNG: Loss = {
  take: async (redis) => {
    const pid = await pidOf(redis);
    stopped.push(pid);
    process.kill(pid, 'SIGSTOP');
  },
  giveBack: async () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  },
  lastsMs: LONGEST_MS,
};

/** Reads are answered, writes are refused. */
const FULL: Loss = {
  take: async (redis) => {
    await onRedis(redis, (client) => client.config('SET', 'maxmemory', '1'));
  },
  giveBack: async (redis) => {
    await onRedis(redis, (client) => client.config('SET', 'maxmemory', '0'));
  },
};

async function flushed(bench: Bench, count: number): Promise<Outcome> {
  const { installation, load, shop, redis } = await begin(bench);
  const violations: string[] = [];
  let worstMs = 0;
  const over = new AbortController();
  const deliveries = (async () => {
    while (!over.signal.aborted)
      worstMs = Math.max(worstMs, await deliveredDuringFault(installation, violations));
  })();
  for (let flush = 0; flush < count; flush += 1) {
    await wait(bench.dice.between(100, 600));
    await redis.flush();
  }
  over.abort();
  await deliveries;
  return end(installation, load, shop, { count, worstMs, boundMs: LONGEST_MS }, violations);
}

/** While Redis is away: requests are answered well, and what they bring about is delivered. */
function lost(loss: Loss) {
  return async (bench: Bench, count: number): Promise<Outcome> => {
    const { installation, load, shop, redis } = await begin(bench);
    let worstMs = 0;
    const violations: string[] = [];
    for (let round = 0; round < count; round += 1) {
      await wait(bench.dice.between(200, 800));
      const lastsMs = bench.form === 'full' ? (loss.lastsMs ?? 0) : 0;
      await loss.take(redis);
      const beganMs = performance.now();
      try {
        worstMs = Math.max(worstMs, await deliveredDuringFault(installation, violations));
        await wait(Math.max(0, beganMs + lastsMs - performance.now()));
      } finally {
        await loss.giveBack(redis);
      }
    }
    return end(installation, load, shop, { count, worstMs, boundMs: LONGEST_MS }, violations);
  };
}

/** From a charge of a new merchant to the notification of its capture. */
async function deliveredDuringFault(installation: Installation, violations: string[]): Promise<number> {
  const merchant = await installation.merchant();
  const caller = new Caller(() => installation.apis.map(({ url }) => url), merchant);
  const shop = await Shop.open(installation, merchant);
  const beganMs = performance.now();
  const answer = await caller.once('POST', '/v1/charges', cardBody());
  if (answer?.status !== 201)
    violations.push(`a charge without Redis was answered ${answer?.status ?? 'with nothing'}`);
  await eventually(() => {
    if (!shop.notifications.some(({ event }) => event === 'charge.captured')) throw new Error('not yet');
  }, LONGEST_MS).catch(() => violations.push(`nothing was delivered within ${LONGEST_MS / 1_000} s`));
  const tookMs = performance.now() - beganMs;
  await shop.close();
  await caller.close();
  return tookMs;
}

async function begin(bench: Bench) {
  const [installation, redis] = await Promise.all([bench.two(), bench.redis()]);
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  const load = new Load(installation, merchant, bench.dice).start();
  return { installation, load, shop, redis };
}

async function end(
  installation: Installation,
  load: Load,
  shop: Shop,
  outcome: Pick<Outcome, 'count' | 'worstMs' | 'boundMs'>,
  violations: readonly string[],
): Promise<Outcome> {
  await load.stop();
  const findings = new Findings();
  findings.violations.push(...violations);
  const verdict = (await settle(installation, load, shop, findings)).verdict();
  await shop.close();
  await load.caller.close();
  const figures = `${load.caller.account.requests} requests (${load.caller.account.text()})`;
  return { ...outcome, ...verdict, notes: [figures, ...verdict.notes] };
}

async function onRedis<T>(redis: PrivateRedis, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(redis.url);
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

async function pidOf(redis: PrivateRedis): Promise<number> {
  const info = await onRedis(redis, (client) => client.info('server'));
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
}

export const redisFlushed: Trial = {
  id: 'redis-flushed',
  trial: 'Redis FLUSHALL under load: nothing lost, deliveries go on meanwhile',
  counts: { short: 5, full: 100 },
  run: flushed,
};

export const redisKilled: Trial = {
  id: 'redis-killed',
  trial: 'Redis killed and empty again: nothing lost, deliveries go on meanwhile',
  counts: { short: 1, full: 20 },
  run: lost(KILLED),
};

export const redisHung: Trial = {
  id: 'redis-hung',
  trial: 'Redis hung (60 s in the full form): nothing lost, deliveries go on meanwhile',
  counts: { short: 1, full: 5 },
  run: lost(HUNG),
};

export const redisFull: Trial = {
  id: 'redis-full',
  trial: 'Redis full, every write refused: nothing lost, deliveries go on meanwhile',
  counts: { short: 1, full: 5 },
  run: lost(FULL),
};
