import { pixBody } from '../../support/charges';
import { Child } from './child';
import { LoadGenerator } from './load';
import { countPlain, makePlainTables, type PlainGiven } from './plain-tables';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const CONNECTIONS = 32;
const WARM_UP = { connections: CONNECTIONS, seconds: 60 };

interface PlainQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly listen: (given: PlainGiven) => Promise<number>;
}

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const load = new LoadGenerator();
  const plain = Child.start<PlainQuestions>('plain-way');
  try {
    await installation.start(1, 0);
    const merchant = await installation.merchant();
    const server = installation.apis[0]!;
    const wanted = { method: 'POST', path: '/v1/charges', keys: merchant, body: pixBody() } as const;
    await load.run(server, wanted, { connections: 1, seconds: 60, atMost: 1 });
    const [made] = await installation.query<{ id: string }>('SELECT id FROM charges');
    await makePlainTables(installation);
    const { databaseUrl, environment } = installation;
    const pepper = environment['API_KEY_PEPPER'] ?? '';
    const port = await plain.ask('listen', { databaseUrl, pepper, chargeId: made?.id ?? '' });
    const sides = { product: server, limit: { url: `http://127.0.0.1:${port}` } };
    for (const side of Object.values(sides))
      await load.run(side, wanted, { ...WARM_UP, atMost: form.isQuick ? 200 : 2_000 });
    const rate = async (of: { url: string }): Promise<number> => {
      const pressure = { connections: CONNECTIONS, seconds: form.seconds };
      const measured = await load.run(of, wanted, pressure);
      return measured.answered / measured.seconds;
    };
    const named = {
      id: `2.pix-${CONNECTIONS}`,
      what: `POST /v1/charges, pix, ${CONNECTIONS} connections, against Nest, class-validator and repository.save`,
      unit: 'charges a second',
      reach: { atLeast: 14 },
    };
    const figure = await compare(named, form.rounds, {
      product: () => rate(sides.product),
      limit: () => rate(sides.limit),
    });
    await installation.query('ANALYZE');
    const count = (await installation.count('charges')) + (await countPlain(installation));
    const broken = await installation.brokenRules();
    if (count !== load.answered) broken.push(`${count} charges of ${load.answered}`);
    if (broken.length > 0) throw new Error(`after the load the books do not agree: ${broken.join('; ')}`);
    return [figure];
  } finally {
    await plain.stop();
    await load.stop();
    await site.discard(installation);
  }
}

export const plainWay: Subject = {
  id: '2',
  what: 'POST /v1/charges against the plain way to write such a service',
  isQuick: false,
  run,
};
