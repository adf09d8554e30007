import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../support/bench';
import { settle } from '../support/ledger';
import { Load } from '../support/load';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const GOOD_AGAIN_MS = 5_000;
/** Requests, and notifications, of the full form. */
const ENOUGH = 20_000;

/** API processes and workers in turn: whoever dies, dies in the middle of something. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  const load = new Load(installation, merchant, bench.dice).start();
  let worstMs = 0;
  for (let kill = 0; kill < count; kill += 1) {
    const kind = kill % 2 === 0 ? installation.apis : installation.workers;
    const doomed = bench.dice.pick(kind);
    await wait(bench.dice.between(200, 1_000));
    await doomed.end('SIGKILL');
    const beganMs = performance.now();
    await doomed.spawnAgain();
    await doomed.good(kind === installation.apis ? merchant : null);
    worstMs = Math.max(worstMs, performance.now() - beganMs);
  }
  await load.stop();
  const findings = await settle(installation, load, shop);
  await shop.close();
  await load.caller.close();
  const { requests } = load.caller.account;
  const figures = `${requests} requests (${load.caller.account.text()}), ${shop.byDelivery.size} notifications`;
  if (bench.form === 'full' && Math.min(requests, shop.byDelivery.size) < ENOUGH)
    findings.violations.push(`fewer than ${ENOUGH} requests or notifications were tried`);
  const verdict = findings.verdict();
  return { ...verdict, count, worstMs, boundMs: GOOD_AGAIN_MS, notes: [figures, ...verdict.notes] };
}

export const killed: Trial = {
  id: 'killed',
  trial: 'API, worker SIGKILL under load: nothing lost or doubled, good answers again within 5 s',
  place: 'alone',
  counts: { short: 4, full: 400 },
  run,
};
