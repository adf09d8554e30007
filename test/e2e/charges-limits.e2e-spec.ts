import { getBoletoInfo, isValidBoleto, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { ChangeLimitsUseCase } from '../../src/auth';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { STARTED_ON, useCharging } from '../support';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';

const DAY_MS = 86_400_000;

const { app, merchant, charging } = useCharging();

/** The wrong fields of a refused request, in order. */
async function wrongFields(body: unknown, path = '/v1/charges'): Promise<string[]> {
  const answer = await merchant.client.post(path, body);
  expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  return (answer.body.details as { field: string }[]).map(({ field }) => field).sort();
}

const item = (fields: Record<string, unknown>) => [{ name: 'Fita', quantity: 1, unit_price: 1, ...fields }];
const customer = (fields: Record<string, unknown>) => ({
  name: 'Ana',
  email: 'ana@example.com',
  type: 'individual',
  ...fields,
});
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

/** Today, and days from today, as a calendar in São Paulo shows them. */
function dayInSaoPaulo(days = 0): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  return format.format(new Date(Date.now() + days * DAY_MS));
}

describe('Contract §6, Request: the last value that is taken, and the first that is not', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['external_id', { external_id: 'x'.repeat(100) }, { external_id: 'x'.repeat(101) }],
    ['product_type', { product_type: 'x'.repeat(40) }, { product_type: 'x'.repeat(41) }],
    ['product_type', { product_type: 'x' }, { product_type: '' }],
    ['description', { description: 'x'.repeat(2_000) }, { description: 'x'.repeat(2_001) }],
    [
      'customer.type',
      { customer: customer({ type: 'x'.repeat(40) }) },
      { customer: customer({ type: ' ' }) },
    ],
    ['items[0].quantity', { items: item({ quantity: 0.001 }) }, { items: item({ quantity: 0 }) }],
    ['items[0].quantity', { items: item({ quantity: 2.125 }) }, { items: item({ quantity: 2.1255 }) }],
    ['items[0].unit_price', { items: item({ unit_price: 0 }) }, { items: item({ unit_price: -1 }) }],
    ['items[0].unit_price', { items: item({ unit_price: 0.01 }) }, { items: item({ unit_price: 0.001 }) }],
    ['shipping_amount', { shipping_amount: 0 }, { shipping_amount: -1 }],
    [
      'payment_details.expires_in',
      { payment_details: { expires_in: 60 } },
      { payment_details: { expires_in: 59 } },
    ],
    [
      'payment_details.expires_in',
      { payment_details: { expires_in: 2_592_000 } },
      { payment_details: { expires_in: 2_592_001 } },
    ],
  ])('%s', async (field, taken, refused) => {
    expect(await charging.create(pixBody(taken))).toMatchObject({ status: 'pending' });
    expect(await wrongFields(pixBody(refused))).toEqual([field]);
  });

  it('metadata: an object of at most 50 keys of 40 characters, texts of at most 500', async () => {
    const widest = { ...keys(49), ['k'.repeat(40)]: 'x'.repeat(500) };
    expect((await charging.create(pixBody({ metadata: widest }))).metadata).toEqual(widest);
    for (const metadata of [keys(51), { ['k'.repeat(41)]: 'x' }, { k: 'x'.repeat(501) }, [], 'x']) {
      const [field] = await wrongFields(pixBody({ metadata }));
      expect(field).toMatch(/^metadata/);
    }
  });

  it('external_id need not be unique, and the sum of the items is not compared with the amount', async () => {
    const body = pixBody({ external_id: 'twice', amount: 1, items: item({ unit_price: 99_999 }) });
    const [first, second] = [await charging.create(body), await charging.create(body)];
    expect(first.id).not.toBe(second.id);
    expect([first.external_id, second.external_id]).toEqual(['twice', 'twice']);
  });

  it('an unknown payment_method is refused, and payment_details are required for cards', async () => {
    expect(await wrongFields(pixBody({ payment_method: 'cheque' }))).toEqual(['payment_method']);
    for (const payment_method of ['credit_card', 'debit_card']) {
      expect(await wrongFields(pixBody({ payment_method, payment_details: undefined }))).toEqual([
        'payment_details',
      ]);
    }
  });
});

describe('Contract §6, boleto', () => {
  it('is due in three days unless it says otherwise', async () => {
    const before = dayInSaoPaulo(3);
    const { due_date: dueDate } = (await charging.create(boletoBody())).payment_details;
    expect([before, dayInSaoPaulo(3)]).toContain(dueDate);
  });

  it('due_date: today to 365 days from now; yesterday and the day after are refused', async () => {
    for (const days of [0, 365]) {
      const due_date = dayInSaoPaulo(days);
      const charge = await charging.create(boletoBody({ payment_details: { due_date } }));
      expect(charge.payment_details.due_date).toBe(due_date);
    }
    // Two days away from either end, whichever day it becomes while this runs.
    for (const days of [-2, 367]) {
      const body = boletoBody({ payment_details: { due_date: dayInSaoPaulo(days) } });
      expect(await wrongFields(body)).toEqual(['payment_details.due_date']);
    }
  });

  it('instructions: at most 5 lines of 80 characters', async () => {
    const instructions = Array.from({ length: 5 }, () => 'x'.repeat(80));
    const charge = await charging.create(boletoBody({ payment_details: { instructions } }));
    expect(charge.payment_details.instructions).toEqual(instructions);
    const long = boletoBody({ payment_details: { instructions: ['x'.repeat(81)] } });
    expect((await wrongFields(long))[0]).toMatch(/^payment_details\.instructions/);
  });

  it('line and barcode are valid to an independent library, which reads total and due date', async () => {
    const charge = await charging.create(boletoBody({ amount: 123_456, shipping_amount: 44 }));
    const { digitable_line: line, due_date: dueDate } = charge.payment_details;
    expect(isValidBoleto(line)).toBe(true);
    const read = getBoletoInfo(line);
    expect(read?.amount).toBe(123_500);
    expect(read?.expirationDate?.toISOString().slice(0, 10)).toBe(dueDate);
  });
});

describe('Contract §6, pix', () => {
  it('qr_code is valid to an independent library, whatever the merchant is called', async () => {
    for (const name of ['Açaí & Cia — “Ótimo” 日本', 'x'.repeat(120), '!']) {
      const other = await app.merchant({ name });
      const charge = await new Charging(other.client).create(pixBody({ amount: 1, shipping_amount: 2 }));
      const { qr_code: code } = charge.payment_details;
      expect(isValidPixPayload(code)).toBe(true);
      expect(code).toContain('54040.03');
    }
  });
});

describe('Contract §6, refunds and captures: bodies', () => {
  it('a reason has at most 500 characters', async () => {
    const { id } = await charging.paidPix();
    expect(await wrongFields({ reason: 'x'.repeat(501) }, `/v1/charges/${id as string}/refund`)).toEqual([
      'reason',
    ]);
  });

  it.each([0, -1, 1.5, '1', 10_000_000_000])('capture of amount %p is refused', async (amount) => {
    const { id } = await charging.create(cardBody('tok_approved', {}, { capture: false }));
    expect(await wrongFields({ amount }, `/v1/charges/${id as string}/capture`)).toEqual(['amount']);
  });

  it('the refunds of a charge are filtered by day', async () => {
    const { id } = await charging.paidPix();
    await merchant.client.post(`/v1/charges/${id as string}/refund`, { amount: 1 });
    const total = async (query: string) =>
      (await merchant.client.get(`/v1/charges/${id as string}/refunds?${query}`)).body.pagination
        .total as number;
    expect([await total(`date_from=${STARTED_ON}`), await total('date_to=2020-01-01')]).toEqual([1, 0]);
    expect((await merchant.client.get(`/v1/charges/${id as string}/refunds?search=xx`)).status).toBe(422);
  });
});

describe('Contract §6, Sandbox', () => {
  it('counts in the category default; charges count as transactions', async () => {
    const limited = await app.merchant();
    const limits = { transactions: 41, queries: 42, default: 43 };
    await app.api.get(ChangeLimitsUseCase).execute(limited.id, limits, SYSTEM_ACTOR);
    const limit = async (path: string) => (await limited.client.post(path)).headers['x-ratelimit-limit'];
    const id = '01930000-0000-7000-8000-000000000000';
    expect(await limit(`/v1/sandbox/charges/${id}/pay`)).toBe('43');
    expect(await limit(`/v1/charges/${id}/refund`)).toBe('41');
  });
});
