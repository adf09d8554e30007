import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from '../support/bench';
import { type Answered, Caller } from '../support/caller';
import { Findings } from '../support/ledger';
import type { Installation } from '../support/installation';
import type { Outcome, Trial } from '../support/trial';

/** A window that ends sooner might end in the middle of a round. */
const LEFT_OF_WINDOW_S = 8;
const OVER = 100;

/** N + 100 requests at once, half of them to each API: N are let through. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const findings = new Findings();
  let worstMs = 0;
  let repeated = 0;
  for (let round = 0; round < count; round += 1) {
    const limit = bench.dice.between(10, 150);
    const { answers, caller } = await storm(installation, limit);
    worstMs = Math.max(worstMs, caller.account.worstMs);
    const windows = new Set(answers.map((answer) => answer?.headers['x-ratelimit-reset']));
    if (windows.size > 1) {
      // It began in one window and ended in the next: says nothing.
      repeated += 1;
      round -= 1;
      if (repeated > count + 10) throw new Error('every round falls into two windows');
      continue;
    }
    const passed = answers.filter((answer) => answer?.status === 200).length;
    const refused = answers.filter((answer) => answer?.status === 429).length;
    if (passed !== limit || refused !== OVER)
      findings.violations.push(
        `limit ${limit}: ${passed} let through, ${refused} refused (${caller.account.text()})`,
      );
  }
  const verdict = findings.verdict();
  return { ...verdict, count, worstMs, boundMs: null };
}

async function storm(
  installation: Installation,
  limit: number,
): Promise<{ answers: (Answered | null)[]; caller: Caller }> {
  const merchant = await installation.merchant({ limits: { default: limit } });
  await windowBegun(installation);
  const caller = new Caller(() => installation.apis.map(({ url }) => url), merchant);
  const requests = Array.from({ length: limit + OVER }, () => caller.once('GET', '/v1/merchant'));
  const answers = await Promise.all(requests);
  await caller.close();
  return { answers, caller };
}

/** Windows of all callers begin together: one without keys tells how long this one lasts. */
async function windowBegun(installation: Installation): Promise<void> {
  for (;;) {
    const answer = await installation.apis[0]?.client().get('/v1/merchant');
    const leftSeconds = Number(answer?.headers['x-ratelimit-reset']) - Date.now() / 1_000;
    if (!(leftSeconds < LEFT_OF_WINDOW_S)) return;
    await wait(Math.max(0, leftSeconds) * 1_000 + 100);
  }
}

export const rateLimit: Trial = {
  id: 'rate-limit',
  trial: 'N + 100 requests at once to two APIs: exactly N are let through',
  counts: { short: 3, full: 200 },
  run,
};
