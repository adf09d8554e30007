import { pixBody } from '../../support/charges';
import { LoadGenerator } from './load';
import { type Figure, RATIO } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const WARM_UP = { connections: 32, seconds: 60 };
/** In the open loop more than ever wait at once: what waits for a connection is counted, but is no load. */
const CONNECTIONS = { peak: 32, open: 128 };

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const merchant = await installation.merchant();
    const server = installation.apis[0]!;
    const wanted = { method: 'POST', path: '/v1/charges', keys: merchant, body: pixBody() } as const;
    await load.run(server, wanted, { ...WARM_UP, atMost: form.isQuick ? 300 : 2_000 });
    const values: number[] = [];
    const notes: string[] = [];
    for (let round = 0; round < form.rounds; round += 1) {
      const peak = await load.run(server, wanted, { connections: CONNECTIONS.peak, seconds: form.seconds });
      const perSecond = Math.floor(peak.answered / peak.seconds / 2);
      const open = { connections: CONNECTIONS.open, seconds: 2 * form.seconds, perSecond };
      const { p50Ms, p99Ms } = await load.run(server, wanted, open);
      values.push(p99Ms / p50Ms);
      notes.push(`${p99Ms.toPrecision(3)} and ${p50Ms.toPrecision(3)} ms at ${perSecond} a second`);
    }
    return [
      {
        id: '11.half-peak',
        what: 'POST /v1/charges, pix, at half of what 32 connections reach, open loop: p99 against p50',
        unit: RATIO,
        values,
        reach: { atMost: 5 },
        note: notes.join('; '),
      },
    ];
  } finally {
    await load.stop();
    await site.discard(installation);
  }
}

export const peak: Subject = {
  id: '11',
  what: 'how even the answers of POST /v1/charges are at half of its peak',
  isQuick: false,
  run,
};
