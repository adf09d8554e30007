import { BareServer } from './bare-server';
import { LoadGenerator } from './load';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

/** Answered from what authentication knows already: no query. */
const PATH = '/v1/merchant';
const CONNECTIONS = 32;

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const load = new LoadGenerator();
  let bare: BareServer | null = null;
  try {
    await installation.start(1, 0);
    const merchant = await installation.merchant();
    const [server] = installation.apis;
    bare = await BareServer.start({ installation, merchant }, PATH);
    const rate = async (of: { url: string }, seconds: number): Promise<number> => {
      const wanted = { method: 'GET', path: PATH, keys: merchant } as const;
      const measured = await load.run(of, wanted, { connections: CONNECTIONS, seconds });
      return measured.answered / measured.seconds;
    };
    const sides = { product: server!, limit: bare };
    for (const side of Object.values(sides)) await rate(side, form.isQuick ? 0.5 : 3);
    const named = {
      id: `3.shell-${CONNECTIONS}`,
      what: `GET ${PATH}, ${CONNECTIONS} connections, against bare node:http with the same authentication, count and headers`,
      unit: 'answers a second',
      reach: { atLeast: 0.5 },
    };
    const figure = await compare(named, form.rounds, {
      product: () => rate(sides.product, form.seconds),
      limit: () => rate(sides.limit, form.seconds),
    });
    return [figure];
  } finally {
    await bare?.stop();
    await load.stop();
    await site.discard(installation);
  }
}

export const shell: Subject = {
  id: '3',
  what: 'an authenticated route without a query, against bare node:http doing the same',
  isQuick: true,
  run,
};
