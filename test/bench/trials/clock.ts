import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cardBody, pixBody } from '../../support/charges';
import { eventually } from '../../support/eventually';
import { errorMessage } from '../../../src/common/text';
import type { Bench } from '../support/bench';
import { Caller } from '../support/caller';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import { Server } from '../support/server';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const HOUR_S = 3_600;
/** What times may be off: far less than the hour, far more than any request takes. */
const TOLERANCE_MS = 60_000;
const LIMIT = 60;

/** One API an hour ahead and one an hour behind; the worker ahead in one round, behind in the next. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const findings = new Findings();
  for (let round = 0; round < count; round += 1) {
    const installation = await bench.installation();
    const { environment } = installation;
    const offsets = [HOUR_S, -HOUR_S, round % 2 === 0 ? HOUR_S : -HOUR_S];
    const [ahead, behind, worker] = await Promise.all(
      offsets.map((seconds, index) =>
        Server.spawn(index < 2 ? 'main' : 'worker', { ...environment, ...skewed(seconds) }),
      ),
    );
    installation.apis.push(ahead!, behind!);
    installation.workers.push(worker!);
    // Not ready, as readiness knows of the clock; whoever is asked all the same has to answer well.
    await Promise.all(installation.servers.map((server) => server.live()));
    await tryAll(bench, installation, findings);
    await scheduleGoesOn(installation, findings);
    await bench.discard(installation);
  }
  return { ...findings.verdict(10), count };
}

function skewed(seconds: number): Record<string, string> {
  return {
    LD_PRELOAD: LIBRARY,
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
    // Waits are as long as they were: only what the clock on the wall says is wrong.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

async function tryAll(bench: Bench, installation: Installation, findings: Findings): Promise<void> {
  const merchant = await installation.merchant();
  const shop = await Shop.open(installation, merchant);
  const load = new Load(installation, merchant, bench.dice);
  await load.make(25, 4);
  await settle(installation, load, shop, findings);
  await pixLives(installation, merchant, findings);
  const wrongStamps = shop.skewsMs.filter((skewMs) => skewMs > TOLERANCE_MS).length;
  if (wrongStamps > 0)
    findings.violations.push(`${wrongStamps} notifications carry a time that verifiers refuse`);
  await shop.close();
  await load.caller.close();
  await limitHolds(installation, findings);
}

/** Born for an hour by the true clock, whoever makes it, and paid by whoever is asked. */
async function pixLives(
  installation: Installation,
  merchant: BenchMerchant,
  findings: Findings,
): Promise<void> {
  for (const [index, api] of installation.apis.entries()) {
    const client = api.client(merchant);
    const answer = await client.post('/v1/charges', pixBody());
    const { id, created_at: createdAt, expires_at: expiresAt } = answer.body.data;
    const nowMs = Date.now();
    if (Math.abs(Date.parse(createdAt as string) - nowMs) > TOLERANCE_MS)
      findings.violations.push(`API ${index}: a charge of now was made at ${createdAt}`);
    if (Math.abs(Date.parse(expiresAt as string) - nowMs - HOUR_S * 1_000) > TOLERANCE_MS)
      findings.violations.push(`API ${index}: a pix for an hour lives until ${expiresAt}`);
    const other = installation.apis[(index + 1) % installation.apis.length]!.client(merchant);
    const paid = await other.post(`/v1/sandbox/charges/${id}/pay`);
    if (paid.status !== 200)
      findings.violations.push(`API ${index}: its pix was not paid: ${paid.status} ${paid.text}`);
  }
}

async function limitHolds(installation: Installation, findings: Findings): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const limited = await installation.merchant({ limits: { default: LIMIT } });
    const caller = new Caller(() => installation.apis.map(({ url }) => url), limited);
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 100 }, () => caller.once('GET', '/v1/merchant')),
    );
    await caller.close();
    const passed = answers.filter((answer) => answer?.status === 200).length;
    if (passed === LIMIT) return;
    const windows = new Set(answers.map((answer) => answer?.headers['x-ratelimit-reset']));
    // One window ended while they were sent; two APIs of one time see at most two.
    if (windows.size === 2 && passed <= 2 * LIMIT && tries < 2) continue;
    findings.violations.push(`a limit of ${LIMIT} let ${passed} through`);
    return;
  }
}

/** A worker of the right time takes over: what only a schedule finds is found. */
async function scheduleGoesOn(installation: Installation, findings: Findings): Promise<void> {
  await Promise.all(installation.servers.map((server) => server.end('SIGTERM')));
  await installation.start(1, 1);
  const merchant = await installation.merchant();
  const client = installation.apis.at(-1)!.client(merchant);
  await installation.query(`INSERT INTO sandbox_provider.faults (call, kind) VALUES ('authorize', 'lost')`);
  const { body } = await client.post('/v1/charges', cardBody());
  await wait(500);
  await eventually(async () => {
    const { status } = (await client.get(`/v1/charges/${body.data.id}`)).body.data;
    if (status !== 'captured')
      throw new Error(`a card whose first call was lost is ${status} after ${TOLERANCE_MS / 1_000} s`);
  }, TOLERANCE_MS).catch((error: unknown) => findings.violations.push(errorMessage(error)));
}

export const clock: Trial = {
  id: 'clock',
  trial:
    'API and worker an hour ahead and behind: times, limits, schedules and notifications are those of the true hour',
  place: 'beside',
  counts: { short: 1, full: 10 },
  skip: () => (existsSync(LIBRARY) ? null : 'libfaketime is not installed'),
  run,
};
