import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../support/bench';
import type { Installation } from '../support/installation';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import type { Server } from '../support/server';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

/** Nobody waits longer for a process that was asked to end. */
const SHUTDOWN_MS = 30_000;

/**
 * As in production, only shorter: each connection hears of the end with its next answer. One that is idle when it is closed may have a
 * request on its way, which nobody but its sender can help.
 */
const DRAINING = { DRAIN_SECONDS: '1' };

/** One process after the other is asked to end, ends in order, and is started anew; a round is all four. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.installation(DRAINING);
  await installation.start(2, 2);
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  const load = new Load(installation, merchant, bench.dice).start();
  const findings = new Findings();
  let worstMs = 0;
  for (let round = 0; round < count; round += 1)
    for (const server of inTurn(installation)) {
      await wait(bench.dice.between(200, 800));
      worstMs = Math.max(worstMs, await restart(server, findings));
    }
  await load.stop();
  const { account } = load.caller;
  if (account.failed > 0) findings.violations.push(`${account.failed} requests failed: ${account.text()}`);
  await settle(installation, load, shop, findings);
  await shop.close();
  await load.caller.close();
  await bench.discard(installation);
  const repeats = shop.requests - shop.byDelivery.size;
  const figures = `${account.requests} requests, ${shop.byDelivery.size} deliveries, ${repeats} sent twice`;
  const verdict = findings.verdict();
  return { ...verdict, count, worstMs, boundMs: SHUTDOWN_MS, notes: [figures, ...verdict.notes] };
}

function inTurn({ apis, workers }: Installation): Server[] {
  return apis.flatMap((api, index) => [api, workers[index]!]);
}

/** Answers how long the end took. */
async function restart(server: Server, findings: Findings): Promise<number> {
  const beganMs = performance.now();
  const code = await server.end('SIGTERM');
  const tookMs = performance.now() - beganMs;
  if (code !== 0) findings.violations.push(`${server.kind} ended with ${code} on SIGTERM`);
  await server.spawnAgain();
  await server.good(null);
  return tookMs;
}

export const graceful: Trial = {
  id: 'graceful',
  trial: 'rolling restart of two and two by SIGTERM under load: no request failed, no job lost',
  place: 'beside',
  counts: { short: 1, full: 20 },
  run,
};
