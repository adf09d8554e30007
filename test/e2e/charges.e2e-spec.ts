import { useCharging } from '../support';
import { pixBody } from '../support/charges';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { app, merchant, charging } = useCharging({}, { name: 'Papelaria São João' });

/** The wrong fields of a refused request, in order. */
async function wrongFields(body: unknown): Promise<string[]> {
  const answer = await merchant.client.post('/v1/charges', body);
  expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  return (answer.body.details as { field: string }[]).map(({ field }) => field).sort();
}

describe('specification, Charge: creation', () => {
  it('the minimal request form is accepted, and answered 201 with the success envelope', async () => {
    const answer = await merchant.client.post('/v1/charges', pixBody());
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['success', 'message', 'data']);
    expect(answer.body.success).toBe(true);
    expect(typeof answer.body.message).toBe('string');
    expect(answer.body.data).toMatchObject({
      id: expect.stringMatching(UUID_V7),
      merchant_id: merchant.id,
      submerchant_id: null,
      amount: 10_000,
      currency: 'BRL',
      status: 'pending',
      payment_method: 'pix',
      product_type: 'physical',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it('the record holds all fields of contract §6, also those nothing was sent for', async () => {
    const charge = await charging.create(pixBody());
    expect(Object.keys(charge).sort()).toEqual(
      [
        'id, merchant_id, submerchant_id, amount, currency, status, payment_method, product_type, created_at, updated_at',
        'external_id, description, metadata, shipping_amount, total_amount, amount_captured, amount_refunded',
        'fee_amount, net_amount',
        'installments, customer, items, split, payment_details, failure, livemode, version',
        'authorized_at, captured_at, refunded_at, expires_at',
      ]
        .join(', ')
        .split(', ')
        .sort(),
    );
    expect(charge).toMatchObject({
      external_id: null,
      description: null,
      metadata: {},
      shipping_amount: 0,
      total_amount: 10_000,
      amount_captured: 0,
      amount_refunded: 0,
      installments: null,
      failure: null,
      livemode: false,
      version: 1,
    });
  });

  it('every optional part is kept and returned', async () => {
    const body = pixBody({
      shipping_amount: 1_990,
      currency: 'BRL',
      external_id: 'order-77',
      description: 'Volta às aulas\nlista A',
      metadata: { campaign: 'janeiro', vip: true, score: 7.5 },
      customer: {
        name: 'Ana Souza',
        email: 'ana@example.com',
        type: 'individual',
        tax_id: '52998224725',
        phone: '11987654321',
        address: {
          street: 'Rua das Flores',
          number: '120',
          neighborhood: 'Centro',
          city: 'São Paulo',
          state: 'SP',
          zip_code: '01001-000',
        },
      },
    });
    const charge = await charging.create(body);
    expect(charge).toMatchObject({
      shipping_amount: 1_990,
      total_amount: 11_990,
      external_id: 'order-77',
      description: 'Volta às aulas\nlista A',
      metadata: { campaign: 'janeiro', vip: true, score: 7.5 },
      customer: {
        ...(body['customer'] as object),
        address: { country: 'BR', complement: null, zip_code: '01001-000' },
      },
    });
    expect(await charging.read(charge.id)).toEqual(charge);
  });

  it('items[].tangible defaults to false, quantity takes 3 decimals, unit_price 0 and 2 decimals', async () => {
    const items = [
      { name: 'Fita', quantity: 0.125, unit_price: 0 },
      { name: 'Cola', quantity: 3, unit_price: 199.95 },
    ];
    const charge = await charging.create(pixBody({ items }));
    expect(charge.items).toEqual(items.map((item) => ({ ...item, tangible: false })));
  });

  it.each(['amount', 'product_type', 'customer', 'items', 'payment_method'])(
    '%s is required',
    async (field) => {
      expect(await wrongFields(pixBody({ [field]: undefined }))).toEqual([field]);
    },
  );

  it.each(['name', 'email', 'type'])('customer.%s is required', async (field) => {
    const customer = { ...(pixBody()['customer'] as object), [field]: undefined };
    expect(await wrongFields(pixBody({ customer }))).toEqual([`customer.${field}`]);
  });

  it.each(['name', 'quantity', 'unit_price'])('items[].%s is required', async (field) => {
    const item = { name: 'Caderno', quantity: 1, unit_price: 1, [field]: undefined };
    expect(await wrongFields(pixBody({ items: [item] }))).toEqual([`items[0].${field}`]);
  });

  it.each(['100', 1.5, -1, 0, null, 10_000_000_000, true])('amount %p is refused', async (amount) => {
    expect(await wrongFields(pixBody({ amount }))).toEqual(['amount']);
  });

  it('every wrong field is named at once, without repeating a value', async () => {
    const body = pixBody({
      amount: 'MUCH',
      colour: 'red',
      customer: { name: '', email: 'nobody', type: 'x'.repeat(41), nickname: 'A' },
      items: [{ name: 'a', quantity: 0, unit_price: 0.001, tangible: 'yes', weight: 1 }],
      payment_details: { expires_in: 59, expire: 1 },
      split_rules: [{ recipient_id: 'r', percent: 1 }],
      currency: 'USD',
    });
    const answer = await merchant.client.post('/v1/charges', body);
    const fields = (answer.body.details as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(
      [
        'amount',
        'colour',
        'currency',
        'customer.email',
        'customer.name',
        'customer.nickname',
        'customer.type',
        'items[0].quantity',
        'items[0].tangible',
        'items[0].unit_price',
        'items[0].weight',
        'payment_details.expire',
        'payment_details.expires_in',
        'split_rules[0].percent',
      ].sort(),
    );
    expect(answer.text).not.toMatch(/MUCH|USD|nobody/);
  });

  it('a refused request leaves nothing and has the failure envelope', async () => {
    const before = await merchant.client.get('/v1/charges?limit=1');
    const answer = await merchant.client.post('/v1/charges', pixBody({ currency: 'EUR' }));
    expect(answer.body).toMatchObject({
      success: false,
      error: 'VALIDATION_FAILED',
      message: expect.any(String),
    });
    const after = await merchant.client.get('/v1/charges?limit=1');
    expect(after.body.pagination.total).toBe(before.body.pagination.total);
  });

  it('items holds 1 to 100', async () => {
    const item = { name: 'Caderno', quantity: 1, unit_price: 1 };
    expect(await wrongFields(pixBody({ items: [] }))).toEqual(['items']);
    expect(await wrongFields(pixBody({ items: Array.from({ length: 101 }, () => item) }))).toEqual(['items']);
    expect(
      (await charging.create(pixBody({ items: Array.from({ length: 100 }, () => item) }))).items,
    ).toHaveLength(100);
  });

  it('amount plus shipping_amount may not leave the range of amounts', async () => {
    expect(await wrongFields(pixBody({ amount: 9_999_999_999, shipping_amount: 1 }))).toEqual([
      'shipping_amount',
    ]);
    expect((await charging.create(pixBody({ amount: 9_999_999_999 }))).total_amount).toBe(9_999_999_999);
  });

  it('a live merchant without a provider: 409 PROVIDER_NOT_CONFIGURED', async () => {
    const live = await app.merchant({ mode: 'live' });
    const answer = await live.client.post('/v1/charges', pixBody());
    expect([answer.status, answer.body.error]).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
  });

  it('check digits of customer.tax_id count in live mode and with letters: 422 INVALID_TAX_ID', async () => {
    const live = await app.merchant({ mode: 'live' });
    const customer = { name: 'A', email: 'a@example.com', type: 'x', tax_id: '52998224726' };
    const refused = await live.client.post('/v1/charges', pixBody({ customer }));
    expect([refused.status, refused.body.error]).toEqual([422, 'INVALID_TAX_ID']);
    expect((await charging.create(pixBody({ customer }))).customer.tax_id).toBe('52998224726');
    const letters = await merchant.client.post(
      '/v1/charges',
      pixBody({ customer: { ...customer, tax_id: '12ABC34501DE36' } }),
    );
    expect([letters.status, letters.body.error]).toEqual([422, 'INVALID_TAX_ID']);
  });
});

describe('specification, Charges: reading', () => {
  it('GET /v1/charges/{id} answers the charge', async () => {
    const charge = await charging.create(pixBody());
    const answer = await merchant.client.get(`/v1/charges/${charge.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String), data: charge });
  });

  it("an unknown id, no id and another merchant's id get the same 404", async () => {
    const charge = await charging.create(pixBody());
    const other = await app.merchant();
    const answers = await Promise.all([
      other.client.get(`/v1/charges/${charge.id}`),
      other.client.get('/v1/charges/01930000-0000-7000-8000-000000000000'),
      other.client.get('/v1/charges/none'),
      other.client.get(`/v1/charges/${charge.id}/refunds`),
      other.client.post(`/v1/charges/${charge.id}/refund`),
      other.client.post(`/v1/charges/${charge.id}/capture`),
      other.client.post(`/v1/charges/${charge.id}/void`),
      other.client.post(`/v1/sandbox/charges/${charge.id}/pay`),
      other.client.post(`/v1/sandbox/charges/${charge.id}/expire`),
      other.client.post(`/v1/sandbox/charges/${charge.id}/chargeback`),
    ]);
    const bodies = answers.map(({ status, body }) => ({ status, message: body.message, error: body.error }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  });

  it('the sandbox is not there for live merchants', async () => {
    const live = await app.merchant({ mode: 'live' });
    const answer = await live.client.post('/v1/sandbox/charges/01930000-0000-7000-8000-000000000000/pay');
    expect([answer.status, answer.body.error]).toEqual([404, 'NOT_FOUND']);
  });
});
