import { pixBody } from '../../support/charges';
import type { Server } from '../support/server';
import { LoadGenerator } from './load';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

/** In all, however many processes share them. */
const CONNECTIONS = 32;

const ROUTES = [
  { id: 'merchant', what: 'GET /v1/merchant', wanted: { method: 'GET', path: '/v1/merchant' } },
  {
    id: 'charges',
    what: 'POST /v1/charges, pix',
    wanted: { method: 'POST', path: '/v1/charges', body: pixBody() },
  },
] as const;

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const loads = [new LoadGenerator(), new LoadGenerator()];
  try {
    await installation.start(2, 0);
    const keys = await installation.merchant();
    const figures: Figure[] = [];
    for (const { id, what, wanted } of ROUTES) {
      const rate = async (servers: readonly Server[], seconds: number): Promise<number> => {
        const connections = CONNECTIONS / servers.length;
        const asked = servers.map((server, index) =>
          loads[index]!.run(server, { ...wanted, keys }, { connections, seconds }),
        );
        return (await Promise.all(asked)).reduce((sum, one) => sum + one.answered / one.seconds, 0);
      };
      const { apis } = installation;
      await rate(apis, form.isQuick ? 0.5 : 3);
      const named = {
        id: `14.${id}`,
        what: `${what}, ${CONNECTIONS} connections: two API processes against one`,
        unit: 'answers a second',
        reach: null,
      };
      const sides = {
        product: () => rate(apis, form.seconds),
        limit: () => rate(apis.slice(0, 1), form.seconds),
      };
      figures.push(await compare(named, form.rounds, sides));
    }
    return figures;
  } finally {
    for (const load of loads) await load.stop();
    await site.discard(installation);
  }
}

export const twoProcesses: Subject = {
  id: '14',
  what: 'what a second API process adds',
  isQuick: false,
  run,
};
