import type { CapturedCharge, CapturedPart } from '../../../../src/charges';
import { Client } from '../../../support/client';
import type { Installation } from '../../support/installation';
import { type Copied, newId } from '../statement';
import { PLAIN_SCHEMA } from '../plain-tables';
import type { Ground } from './ground';

/** What posting a capture writes, and where the limit writes the same. */
const POSTED: readonly Copied[] = [
  { table: 'receivables', own: 'charge_id = $1' },
  { table: 'ledger_transactions', own: 'resource_id = $1' },
  {
    table: 'ledger_tail',
    own: 'transaction_id IN (SELECT id FROM ledger_transactions WHERE resource_id = $1)',
  },
];

export const POSTED_TABLES = POSTED.map(({ table }) => table);
export const POSTED_ELSEWHERE = POSTED.map((one) => ({ ...one, into: `${PLAIN_SCHEMA}.${one.table}` }));

/** Agrees on a fee with a merchant, so that its captures have a line for it. */
export async function agreeOnFee(installation: Installation, url: string, merchantId: string): Promise<void> {
  const operator = await installation.operator('admin');
  const processing = [{ payment_method: 'pix', percentage: 1.5 }];
  const terms = { merchant_id: merchantId, processing };
  const { status, text } = await new Client(url, operator).post('/v1/review/terms', terms);
  if (status !== 201) throw new Error(`no terms: ${text}`);
}

interface PartRow {
  readonly recipientId: string;
  readonly capturedCents: number;
  readonly chargeProcessingFee: boolean;
  readonly chargeRemainder: boolean;
}

/** A captured charge as its capture told it to the money, and its parts. */
export async function readCapture(
  installation: Installation,
  chargeId: string,
): Promise<{ readonly charge: CapturedCharge; readonly parts: readonly CapturedPart[] }> {
  const [row] = await installation.query<{ merchantId: string; createdAt: Date; capturedAt: Date }>(
    `SELECT merchant_id AS "merchantId", created_at AS "createdAt", captured_at AS "capturedAt" FROM charges WHERE id = $1`,
    [chargeId],
  );
  if (row === undefined) throw new Error('there is no such charge');
  const parts = await installation.query<PartRow>(
    `SELECT recipient_id AS "recipientId", captured_cents::float8 AS "capturedCents",
            charge_processing_fee AS "chargeProcessingFee", charge_remainder AS "chargeRemainder"
       FROM charge_splits WHERE charge_id = $1 ORDER BY position`,
    [chargeId],
  );
  const kind = {
    paymentMethod: 'pix',
    brand: null,
    installments: 1,
    livemode: false,
    provider: 'sandbox',
  } as const;
  return { charge: { ...row, ...kind, id: chargeId, recordedAt: row.capturedAt }, parts };
}

/** Charges as a captured one is, whose captures are not posted; answers their ids. */
export async function cloneCaptured(ground: Ground, chargeId: string, count: number): Promise<string[]> {
  const { installation } = ground;
  await ground.plant(
    `CREATE TABLE clones AS SELECT ${await newId(installation)} AS id FROM generate_series(1, ${count})`,
  );
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    charges: { id: 'clones.id', provider_reference: `'bench-' || clones.id` },
    charge_splits: { charge_id: 'clones.id' },
  };
  for (const [table, given] of Object.entries(own)) {
    const columns = await installation.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    await ground.plant(
      `INSERT INTO ${table} (${names.join(', ')})
       SELECT ${names.map((name) => given[name] ?? `was.${name}`).join(', ')} FROM clones
         JOIN ${table} AS was ON was.${table === 'charges' ? 'id' : 'charge_id'} = $1`,
      [chargeId],
    );
  }
  await installation.query('ANALYZE charges, charge_splits');
  const rows = await installation.query<{ id: string }>('SELECT id FROM clones');
  return rows.map(({ id }) => id);
}

/** Those that were not posted in the end: a captured charge without its transaction is a fault. */
export async function removeUnposted(ground: Ground): Promise<void> {
  const unposted = (id: string) =>
    `${id} IN (SELECT id FROM clones) AND NOT EXISTS (SELECT 1 FROM receivables AS r WHERE r.charge_id = ${id})`;
  await ground.plant(`DELETE FROM charge_splits AS s WHERE ${unposted('s.charge_id')}`);
  await ground.plant(`DELETE FROM charges AS c WHERE ${unposted('c.id')}`);
}
