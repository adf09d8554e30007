import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Demo, ensureDemo } from '../../src/embedded/demo';
import { Client, type JsonBody, useService } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';

const service = useService();
let client: Client;

/** The demo merchant, as the first start of a data directory makes it. */
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repasse-demo-terms-'));
  try {
    const { url } = service;
    await ensureDemo(service.api, dataDir, { api_url: url, docs_url: url, backoffice_url: url });
    const { merchant } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
    client = new Client(url, { publicKey: merchant.public_key, secretKey: merchant.secret_key });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

const terms = async (): Promise<JsonBody> => (await client.get('/v1/terms')).body.data;

/** What a preview of 10,000 cents says that it costs. */
async function fee(body: object): Promise<number> {
  const { data } = (await client.post('/v1/charges/preview', body)).body;
  expect(data.net_amount).toBe(10_000 - data.fee_amount);
  const fees = data.receivables.map((one: JsonBody) => one.fee as number);
  expect(fees.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(data.fee_amount);
  return data.fee_amount as number;
}

/** What a row of any brand says of 10,000 cents. */
function rowFee(rows: readonly JsonBody[], method: string, installments: number | null = null): number {
  const row = rows.find(
    (one) => one.payment_method === method && one.brand === null && one.installments === installments,
  );
  return Math.max(Number(row?.minimum), Math.round(Number(row?.percentage) * 100) + Number(row?.fixed));
}

describe('The demo merchant has a realistic table (money contract §13)', () => {
  it('its own, of every method, of a brand and of a number of instalments, none for nothing', async () => {
    const { processing, withdrawal, dispute, anticipation } = await terms();
    const own = (processing as JsonBody[]).filter(({ scope }) => scope === 'merchant');
    const methods = new Set(own.map(({ payment_method: method }) => String(method)));
    expect([...methods].sort()).toEqual(['boleto', 'credit_card', 'debit_card', 'pix']);
    expect(own.some(({ brand }) => brand !== null)).toBe(true);
    expect(own.some(({ installments }) => installments !== null)).toBe(true);
    expect(own.filter(({ percentage, fixed }) => !(percentage > 0 || fixed > 0))).toEqual([]);
    const fixed = (withdrawal as JsonBody[]).map((row) => [row.method, row.scope, row.fixed > 0]);
    expect(fixed.sort()).toEqual([
      ['pix', 'merchant', true],
      ['ted', 'merchant', true],
    ]);
    expect(dispute).toContainEqual(expect.objectContaining({ kind: 'chargeback', scope: 'merchant' }));
    expect(anticipation).toMatchObject({ enabled: true, scope: 'merchant' });
    expect(anticipation.monthly_percentage).toBeGreaterThan(0);
  });

  it('a preview charges by it, by method and by instalments', async () => {
    const { processing: rows } = await terms();
    const credit = (installments: number) => cardBody('tok_approved', {}, { installments });
    const debit = cardBody('tok_approved', { payment_method: 'debit_card' });
    const previewed = [
      ...[await fee(pixBody()), await fee(boletoBody()), await fee(debit)],
      ...[await fee(credit(1)), await fee(credit(3)), await fee(credit(12))],
    ];
    const inFull = rowFee(rows, 'credit_card', 1);
    const inParts = rowFee(rows, 'credit_card');
    expect(previewed).toEqual([
      ...[rowFee(rows, 'pix'), rowFee(rows, 'boleto'), rowFee(rows, 'debit_card')],
      ...[inFull, inParts, inParts],
    ]);
    expect(inFull).toBeLessThan(inParts);
    expect(Math.min(...previewed)).toBeGreaterThan(0);
  });
});
