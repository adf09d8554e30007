import { COUNTED_CHARGES } from '../../../src/charges';
import { countedListInvariant } from '../../../src/common/invariants';
import type { BenchMerchant, Installation } from '../support/installation';
import type { Server } from '../support/server';
import { boletoBody, pixBody } from '../../support/charges';
import type { Site } from './site';
import type { Form } from './subject';

const LARGE = { whole: 5_000_000, quick: 20_000 };
export const SMALL = 1_000;
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

/** Who bought: each name is that of a sixteenth of all charges. */
export const SURNAMES = [
  'Almeida Barbosa Cardoso Dantas Esteves Ferreira Guimaraes Henriques',
  'Itabira Junqueira Klabin Lacerda Mendonca Nogueira Oliveira Pimentel',
].flatMap((line) => line.split(' '));
const SURNAME = `(ARRAY['${SURNAMES.join("','")}'])[1 + (n / 100) % ${SURNAMES.length}]`;

/** What a charge is called by its merchant: there is one of each. */
export function orderOf(number: number): string {
  return `pedido-${String(number).padStart(8, '0')}`;
}
const ORDER = `'pedido-' || lpad(n::text, 8, '0')`;

/** Columns that differ from clone to clone; `n` is the number of the clone, $3 how many there are. */
const CLONED: Readonly<Record<string, string>> = {
  id: 'fresh::uuid',
  created_at: `now() - interval '365 days' * (n::float8 / $3::float8)`,
  provider_reference: `'bench-' || n || '-' || c.id`,
  external_id: ORDER,
  customer: `jsonb_set(c.customer, '{name}', to_jsonb('Ana ' || ${SURNAME}))`,
  search_text: `lower(fresh || E'\\n' || ${ORDER} || E'\\nana ' || ${SURNAME} || E'\\nana@example.com')`,
};

/** A year of charges of some merchants. */
export interface Archive {
  readonly installation: Installation;
  /** Those with as many charges as were asked for, in that order. */
  readonly merchants: readonly BenchMerchant[];
}

const archives = new WeakMap<Site, Map<string, Promise<Archive>>>();

/** How many charges a large merchant has. */
export function largeOf({ isQuick }: Form): number {
  return isQuick ? LARGE.quick : LARGE.whole;
}

/** An API process over merchants of these sizes. Their charges are made once in a run, whoever asks for them, and only read. */
export async function withArchive<Found>(
  site: Site,
  sizes: readonly number[],
  work: (archive: Archive, api: Server) => Promise<Found>,
): Promise<Found> {
  const made = archives.get(site) ?? new Map<string, Promise<Archive>>();
  archives.set(site, made);
  const making = made.get(sizes.join()) ?? make(site, sizes);
  made.set(sizes.join(), making);
  const archive = await making;
  await archive.installation.start(1, 0);
  const api = archive.installation.apis.at(-1)!;
  try {
    const found = await work(archive, api);
    await assertCounted(archive);
    return found;
  } finally {
    await api.end();
  }
}

async function make(site: Site, sizes: readonly number[]): Promise<Archive> {
  const installation = await site.installation();
  await installation.start(1, 0);
  const index = await takeSearchIndex(installation);
  const merchants: BenchMerchant[] = [];
  for (const size of sizes) {
    const merchant = await installation.merchant();
    await fill(installation, merchant, size);
    merchants.push(merchant);
  }
  await installation.query(
    `INSERT INTO charge_search (merchant_id, id, submerchant_id, payment_method, created_at, search_text, customer_tax_id)
     SELECT merchant_id, id, submerchant_id, payment_method, created_at, search_text, customer_tax_id FROM charges
     ON CONFLICT DO NOTHING`,
  );
  for (const definition of index) await installation.query(definition);
  await installation.query('SELECT recount_charges()');
  await installation.query('VACUUM (ANALYZE) charges, charge_search');
  await installation.apis[0]!.end();
  return { installation, merchants };
}

/** What was cloned past the service has no parts and no history: of the rules those of its lists are asked. */
async function assertCounted({ installation }: Archive): Promise<void> {
  const { name, sql } = countedListInvariant(COUNTED_CHARGES);
  if ((await installation.query(sql)).length > 0) throw new Error(`after it was read: not ${name}`);
}

/** Drops it, and answers how it is made: anew it takes minutes, row by row hours. None where the server has no trigrams. */
async function takeSearchIndex(installation: Installation): Promise<string[]> {
  const found = await installation.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'public' AND tablename = 'charge_search' AND indexdef LIKE '%USING gin%'`,
  );
  for (const { name } of found) await installation.query(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
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
      `WITH past AS (SELECT set_config('session_replication_role', 'replica', true)),
            clones AS MATERIALIZED (SELECT n, gen_random_uuid()::text AS fresh FROM generate_series(${first}, ${last}) AS n)
       INSERT INTO charges (${columns.join(', ')})
       SELECT ${values.join(', ')}
         FROM past CROSS JOIN clones
         JOIN charges AS c ON c.id = ($2::uuid[])[1 + n % 100] AND c.merchant_id = $1`,
      [merchant.id, picked, count],
    );
  }
}
