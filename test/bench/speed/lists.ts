import type { BenchMerchant, Installation } from '../support/installation';
import { boletoBody, pixBody } from '../../support/charges';
import { daysAgo } from './days';
import { LoadGenerator } from './load';
import { compare } from './rounds';
import type { Figure } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const SMALL = 1_000;
const LARGE = 5_000_000;
const LARGE_QUICK = 20_000;
const LIMIT = 20;
/** Rows of one statement: what a round of filling keeps in memory. */
const AT_ONCE = 500_000;

/** Statuses as a year leaves them, each cloned from a charge that the service made. */
const SHARES: readonly (readonly [string, number])[] = [
  ['pix captured', 60],
  ['pix expired', 20],
  ['boleto captured', 14],
  ['boleto expired', 5],
  ['boleto pending', 1],
];

/** Columns that differ from clone to clone; `n` is the number of the clone, `of` how many there are. */
const CLONED: Readonly<Record<string, string>> = {
  id: 'gen_random_uuid()',
  created_at: `now() - interval '365 days' * (n::float8 / $3::float8)`,
  provider_reference: `'bench-' || n || '-' || c.id`,
};

interface Asked {
  readonly id: string;
  readonly what: string;
  readonly path: (total: number) => string;
  readonly atMost: number;
}

const QUESTIONS: readonly Asked[] = [
  { id: '5.first-page', what: 'first page', path: () => 'page=1', atMost: 1.1 },
  { id: '6.last-page', what: 'last page', path: (total) => `page=${Math.ceil(total / LIMIT)}`, atMost: 1.5 },
  { id: '6.middle', what: 'a page in the middle', path: (total) => `page=${total / 2 / LIMIT}`, atMost: 1.5 },
  {
    id: '6.filtered',
    what: 'first page of a rare status and a method',
    path: () => 'page=1&status=pending&payment_method=boleto',
    atMost: 1.5,
  },
  {
    id: '6.days',
    what: 'first page of three months, days of São Paulo',
    path: () => `page=1&time_zone=America/Sao_Paulo&date_from=${daysAgo(120)}&date_to=${daysAgo(30)}`,
    atMost: 1.5,
  },
];

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const [small, large] = [await installation.merchant(), await installation.merchant()];
    const many = form.isQuick ? LARGE_QUICK : LARGE;
    await fill(installation, small, SMALL);
    await fill(installation, large, many);
    await installation.query('SELECT recount_charges()');
    await installation.query('VACUUM (ANALYZE) charges');
    const [api] = installation.apis;
    const timeOf = async (merchant: BenchMerchant, path: string): Promise<number> => {
      const wanted = { method: 'GET', path: `/v1/charges?limit=${LIMIT}&${path}`, keys: merchant } as const;
      return (await load.run(api!, wanted, { connections: 1, seconds: form.seconds })).p50Ms;
    };
    const figures: Figure[] = [];
    for (const { id, what, path, atMost } of QUESTIONS) {
      const named = {
        id,
        what: `GET /v1/charges, ${what} and its exact total: ${many} charges of a merchant against ${SMALL}`,
        unit: 'ms at the median',
        reach: { atMost },
      };
      const [asked, askedSmall] = [path(many), path(SMALL)];
      figures.push(
        await compare(named, form.rounds, {
          product: () => timeOf(large, asked),
          limit: () => timeOf(small, askedSmall),
        }),
      );
    }
    await assertExact(installation, large);
    return figures;
  } finally {
    await load.stop();
    await site.discard(installation);
  }
}

/** Charges of the service, cloned past it: it would take hours to make as many. */
async function fill(installation: Installation, merchant: BenchMerchant, count: number): Promise<void> {
  const client = installation.apis[0]!.client(merchant);
  const templates: { id: string; share: number }[] = [];
  for (const [what, share] of SHARES) {
    const [method, status] = what.split(' ');
    const made = await client.post('/v1/charges', method === 'pix' ? pixBody() : boletoBody());
    const id = String(made.body.data.id);
    if (status !== 'pending')
      await client.post(`/v1/sandbox/charges/${id}/${status === 'captured' ? 'pay' : 'expire'}`);
    templates.push({ id, share });
  }
  const rows = await installation.query<{ column: string }>(
    `SELECT quote_ident(attname) AS column FROM pg_attribute
      WHERE attrelid = 'charges'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  );
  const columns = rows.map(({ column }) => column);
  const values = columns.map((column) => CLONED[column] ?? `c.${column}`);
  const picked = templates.flatMap(({ id, share }) => Array<string>(share).fill(id));
  for (let first = 1; first <= count - templates.length; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, count - templates.length);
    await installation.query(
      `WITH past AS (SELECT set_config('session_replication_role', 'replica', true))
       INSERT INTO charges (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM past CROSS JOIN generate_series(${first}, ${last}) AS n
         JOIN charges AS c ON c.id = ($2::uuid[])[1 + n % 100] AND c.merchant_id = $1`,
      [merchant.id, picked, count],
    );
  }
}

async function assertExact(installation: Installation, merchant: BenchMerchant): Promise<void> {
  const [counted] = await installation.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM charges WHERE merchant_id = $1',
    [merchant.id],
  );
  const { body } = await installation.apis[0]!.client(merchant).get('/v1/charges?limit=1');
  if (body.pagination.total !== counted?.total)
    throw new Error(`the list says ${String(body.pagination.total)} of ${String(counted?.total)}`);
}

export const lists: Subject = {
  id: '5',
  also: ['6'],
  what: 'lists of charges with their exact totals, five million against a thousand',
  isQuick: true,
  run,
};
