import { postbackInvariants } from '../../../src/postbacks/postbacks.invariants';
import type { Keys } from '../../support/client';
import type { BenchMerchant, Installation } from '../support/installation';
import type { Server } from '../support/server';
import { largeOf, SMALL, withArchive } from './archive';
import { daysAgo } from './days';
import { LoadGenerator } from './load';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const LIMIT = 20;
const AT_MOST = 1.5;

/** Where one side is asked, and by whom; operators are new each time, as their limit is fixed (contract §3). */
interface Side {
  readonly api: Server;
  readonly keys: () => Promise<Keys>;
  /** How many records it has. */
  readonly count: number;
}

interface List {
  readonly name: string;
  readonly path: string;
  readonly large: Side;
  readonly small: Side;
}

const QUESTIONS = [
  { name: 'first', what: 'first page', query: () => 'page=1' },
  { name: 'last', what: 'last page', query: (count: number) => `page=${Math.ceil(count / LIMIT)}` },
  {
    name: 'days',
    what: 'first page of three months',
    query: () => `page=1&date_from=${daysAgo(120)}&date_to=${daysAgo(30)}`,
  },
] as const;

async function run(site: Site, form: Form): Promise<Figure[]> {
  const many = largeOf(form);
  const load = new LoadGenerator();
  try {
    return [
      ...(await withArchive(site, [SMALL, many], ({ installation: large }, api) =>
        withArchive(site, [SMALL], ({ installation: small }, smallApi) =>
          measure(load, form, {
            name: 'all-charges',
            path: '/v1/review/charges',
            large: operators(large, api, SMALL + many),
            small: operators(small, smallApi, SMALL),
          }),
        ),
      )),
      ...(await deliveries(site, form, load)),
    ];
  } finally {
    await load.stop();
  }
}

function operators(installation: Installation, api: Server, count: number): Side {
  return { api, count, keys: () => installation.operator('viewer') };
}

async function deliveries(site: Site, form: Form, load: LoadGenerator): Promise<Figure[]> {
  const [several, one] = [await site.installation(), await site.installation()];
  try {
    const many = largeOf(form);
    await several.start(1, 0);
    await one.start(1, 0);
    const [small, large] = [await fill(several, SMALL), await fill(several, many)];
    await fill(one, SMALL);
    const [api, alone] = [several.apis[0]!, one.apis[0]!];
    const merchants = await measure(load, form, {
      name: 'logs',
      path: '/v1/postbacks/delivery-logs',
      large: { api, count: many, keys: async () => large },
      small: { api, count: SMALL, keys: async () => small },
    });
    const all = await measure(load, form, {
      name: 'all-deliveries',
      path: '/v1/review/deliveries',
      large: operators(several, api, SMALL + many),
      small: operators(one, alone, SMALL),
    });
    return [...merchants, ...all];
  } finally {
    await site.discard(several);
    await site.discard(one);
  }
}

async function measure(
  load: LoadGenerator,
  form: Form,
  { name, path, large, small }: List,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const question of QUESTIONS) {
    const timeOf = async ({ api, keys, count }: Side): Promise<number> => {
      const asked = `${path}?limit=${LIMIT}&${question.query(count)}`;
      const wanted = { method: 'GET', path: asked, keys: await keys() } as const;
      return (await load.run(api, wanted, { connections: 1, seconds: form.seconds })).p50Ms;
    };
    const named = {
      id: `6.${name}-${question.name}`,
      what: `GET ${path}, ${question.what} and its exact total: ${large.count} against ${small.count}`,
      unit: 'ms at the median',
      reach: { atMost: AT_MOST },
    };
    figures.push(
      await compare(named, form.rounds, { product: () => timeOf(large), limit: () => timeOf(small) }),
    );
  }
  for (const { api, keys, count } of [large, small]) {
    const { body } = await api.client(await keys()).get(`${path}?limit=1`);
    if (body.pagination.total !== count)
      throw new Error(`${path} says ${String(body.pagination.total)} of ${count}`);
  }
  return figures;
}

/** Columns of a delivery that differ from clone to clone; `n` is the number of the clone, $2 how many there are. */
const CLONED: Readonly<Record<string, string>> = {
  id: 'gen_random_uuid()',
  event_id: 'gen_random_uuid()',
  resource_id: 'gen_random_uuid()',
  event: `(ARRAY['charge.pending', 'charge.captured', 'charge.expired', 'charge.refunded'])[1 + n % 4]`,
  sequence: 'n + 1',
  status: `CASE n % 100 WHEN 0 THEN 'held' ELSE 'cancelled' END`,
  next_attempt_at: 'NULL',
  delivered_at: 'NULL',
  // In the order of their numbers, none in the last day.
  created_at: `now() - interval '2 days' - interval '363 days' * (1 - n::float8 / $2::float8)`,
  updated_at: 'now()',
};

/** A merchant with so many deliveries of one endpoint, cloned from a ping that the service made. */
async function fill(installation: Installation, count: number): Promise<BenchMerchant> {
  const merchant = await installation.merchant();
  const client = installation.apis[0]!.client(merchant);
  const made = await client.post('/v1/postbacks/endpoints', {
    url: 'https://hooks.example.com/',
    events: ['*'],
  });
  const endpointId = String(made.body.data.id);
  await client.post(`/v1/postbacks/endpoints/${endpointId}/ping`);
  const columns = await installation.query<{ column: string }>(
    `SELECT quote_ident(attname) AS column FROM pg_attribute
      WHERE attrelid = 'postback_deliveries'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  );
  const names = columns.map(({ column }) => column);
  // The ping itself is the oldest of them, and one more the newest.
  await installation.query(
    `WITH past AS (SELECT set_config('session_replication_role', 'replica', true))
     INSERT INTO postback_deliveries (${names.join(', ')})
     SELECT ${names.map((name) => CLONED[name] ?? `d.${name}`).join(', ')}
       FROM past CROSS JOIN generate_series(1, $2::int - 2) AS n JOIN postback_deliveries AS d ON d.endpoint_id = $1`,
    [endpointId, count],
  );
  await installation.query(
    `UPDATE postback_deliveries SET created_at = now() - interval '366 days' WHERE endpoint_id = $1 AND sequence = 1`,
    [endpointId],
  );
  await installation.query(`UPDATE postback_endpoints SET last_sequence = $2 WHERE id = $1`, [
    endpointId,
    count - 1,
  ]);
  await client.post(`/v1/postbacks/endpoints/${endpointId}/ping`);
  await installation.query('SELECT recount_deliveries()');
  await installation.query('VACUUM (ANALYZE) postback_deliveries, delivery_counts');
  await assertNumbered(installation);
  return merchant;
}

/** Of the rules those of deliveries: a clone has no event of the outbox that others would look for. */
async function assertNumbered(installation: Installation): Promise<void> {
  for (const { name, sql } of postbackInvariants) {
    const since = sql.includes('$1') ? [null] : [];
    if ((await installation.query(sql, since)).length > 0)
      throw new Error(`of the deliveries does not hold: ${name}`);
  }
}

export const logs: Subject = {
  id: '6',
  what: 'delivery logs and the lists of operators, five million records against a thousand',
  isQuick: false,
  run,
};
