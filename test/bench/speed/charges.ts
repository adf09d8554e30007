import { cardBody, pixBody } from '../../support/charges';
import type { Client } from '../../support/client';
import { Onboarding } from '../../support/onboarding';
import { LoadGenerator } from './load';
import { findPgbench, needPgbench, NO_PGBENCH, pgbench } from './pgbench';
import { compare } from './rounds';
import type { Figure, Reach } from './row';
import type { Place, Site } from './site';
import { statementOf } from './statement';
import type { Form, Subject } from './subject';

interface Kind {
  readonly name: string;
  readonly body: (client: Client, merchantId: string) => Promise<Record<string, unknown>>;
  readonly connections: number;
  readonly reach: Reach;
}

const AT_32: Reach = { atLeast: 1.2 };

/** A sale of a marketplace: the merchant keeps its part, two sellers get theirs. */
export async function splitBody(client: Client, merchantId: string): Promise<Record<string, unknown>> {
  const onboarding = new Onboarding(client);
  const sellers = [await onboarding.activePerson(), await onboarding.activePerson()];
  const parts = [
    { recipient_id: merchantId, percentage: 20, liable: true, charge_processing_fee: true },
    ...sellers.map((recipient_id) => ({ recipient_id, percentage: 40, liable: false })),
  ];
  return pixBody({ split_rules: parts });
}

const KINDS: readonly Kind[] = [
  { name: 'pix', body: async () => pixBody(), connections: 1, reach: { atLeast: 0.5 } },
  { name: 'pix', body: async () => pixBody(), connections: 32, reach: AT_32 },
  { name: 'pix', body: async () => pixBody(), connections: 128, reach: { atLeast: 1.8 } },
  { name: 'card', body: async () => cardBody(), connections: 32, reach: AT_32 },
  { name: 'split', body: splitBody, connections: 32, reach: AT_32 },
];
const QUICK_KINDS = KINDS.filter(({ name, connections }) => connections === 32 && name !== 'card');
/** What the limit is measured with, but for a caller that is alone. */
const LIMIT_CLIENTS = 32;
const WARM_UP = { connections: 32, seconds: 60 };

async function run(site: Site, form: Form): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of form.isQuick ? QUICK_KINDS : KINDS) figures.push(await measure(site, form, kind));
  return figures;
}

/** In a database of its own: a figure must not depend on what was measured before it. */
async function measure(site: Site, form: Form, kind: Kind): Promise<Figure> {
  const program = needPgbench();
  const installation = await site.installation();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const merchant = await installation.merchant();
    const server = installation.apis[0]!;
    const body = await kind.body(server.client(merchant), merchant.id);
    const wanted = { method: 'POST', path: '/v1/charges', keys: merchant, body } as const;
    await load.run(server, wanted, { connections: 1, seconds: 60, atMost: 1 });
    const [made] = await installation.query<{ id: string }>('SELECT id FROM charges');
    const statement = await statementOf(installation, made?.id ?? '');
    await load.run(server, wanted, { ...WARM_UP, atMost: form.isQuick ? 300 : 2_000 });

    const { connections } = kind;
    const clients = connections === 1 ? 1 : LIMIT_CLIENTS;
    let written = 0;
    const named = {
      id: `1.${kind.name}-${connections}`,
      what: `POST /v1/charges, ${kind.name}, ${connections} connections, against pgbench writing the same rows at ${clients}`,
      unit: 'charges a second',
      reach: kind.reach,
    };
    const figure = await compare(named, form.rounds, {
      product: async () => {
        const { answered, seconds } = await load.run(server, wanted, { connections, seconds: form.seconds });
        return answered / seconds;
      },
      limit: async () => {
        const rate = await pgbench(program, installation.databaseUrl, statement, {
          clients,
          seconds: form.seconds,
        });
        written += rate.count;
        return rate.perSecond;
      },
    });
    await assertComplete({ installation, merchant }, load.answered + written);
    return figure;
  } finally {
    await load.stop();
    await site.discard(installation);
  }
}

/** As many of everything as were answered and written, and books that agree. */
async function assertComplete({ installation, merchant }: Place, expected: number): Promise<void> {
  const counts = {
    charges: 'charges WHERE merchant_id = $1',
    'charges with parts of the whole': `charges c WHERE merchant_id = $1 AND total_amount_cents =
      (SELECT sum(share_cents) FROM charge_splits s WHERE s.merchant_id = c.merchant_id AND s.charge_id = c.id)`,
    'first versions in the history': 'charge_status_history WHERE merchant_id = $1 AND version = 1',
    events: `outbox_events WHERE merchant_id = $1 AND type = 'charge.pending'`,
    'keys with an answer': `idempotency_records WHERE $1::text IS NOT NULL AND response_status = 201`,
  };
  // Filled within seconds: what the rules read would be planned as if the tables were empty.
  await installation.query('ANALYZE');
  const wrong: string[] = [];
  for (const [what, from] of Object.entries(counts)) {
    const count = await installation.count(from, [merchant.id]);
    if (count !== expected) wrong.push(`${count} ${what} of ${expected}`);
  }
  wrong.push(...(await installation.brokenRules()));
  if (wrong.length > 0) throw new Error(`after the load the books do not agree: ${wrong.join('; ')}`);
}

export const charges: Subject = {
  id: '1',
  what: 'POST /v1/charges, the whole path, against the same rows in one statement',
  isQuick: true,
  skip: () => (findPgbench() === null ? NO_PGBENCH : null),
  run,
};
