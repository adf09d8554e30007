import { CNPJ, companyBody, CPF, Onboarding, personBody, useService, type TestMerchant } from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

const create = (body: unknown, headers = {}) => merchant.client.post('/v1/submerchants', body, headers);

describe('specification, Submerchant: fields accepted at creation', () => {
  it('entity_type: default pj when omitted', async () => {
    const answer = await create(companyBody());
    expect(answer.status).toBe(201);
    expect(answer.body.data.entity_type).toBe('pj');
  });

  it('entity_type: pj or pf', async () => {
    expect((await create(personBody())).body.data.entity_type).toBe('pf');
    const answer = await create(companyBody({ entity_type: 'xx' }));
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'entity_type', code: 'not_allowed' }),
    ]);
  });

  it('entity_type: pj expects a 14-digit company tax number', async () => {
    const answer = await create(companyBody({ tax_id: CPF }));
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'tax_id', code: 'entity_type_mismatch' }),
    ]);
  });

  it('entity_type: pf expects an 11-digit personal tax number', async () => {
    const answer = await create(personBody({ tax_id: CNPJ }));
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'tax_id', code: 'entity_type_mismatch' }),
    ]);
  });

  it('a created submerchant has status pending', async () => {
    expect((await create(companyBody())).body.data.status).toBe('pending');
  });

  it('every field comes back as it was sent', async () => {
    const body = companyBody({
      entity_type: 'pj',
      trade_name: 'Estrela',
      phone: '11987654321',
      birth_date: '1990-02-28',
      mother_name: 'Maria Souza',
      business_type: 'retail',
      product_categories: ['bread', 'cakes'],
      average_ticket: 35.9,
      monthly_revenue: 120000,
      mcc: '5462',
      cnaes: [{ code: '4721-1/02', description: 'Padaria', is_primary: true }],
    });
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject(body);
    expect(answer.body.data).toMatchObject({
      merchant_id: merchant.id,
      mcc_source: 'provided',
      rejection: null,
      version: 1,
      submitted_at: null,
      reviewed_at: null,
      activated_at: null,
      requirements: { missing: 5, rejected: 0 },
    });
    expect((await merchant.client.get(`/v1/submerchants/${answer.body.data.id}`)).body.data).toEqual(
      answer.body.data,
    );
  });

  it('required to create: legal_name, tax_id, email (contract §5); all wrong fields are named at once', async () => {
    const answer = await create({});
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('VALIDATION_FAILED');
    expect(answer.body.details.map((detail: { field: string }) => detail.field).sort()).toEqual([
      'email',
      'legal_name',
      'tax_id',
    ]);
  });

  it.each([
    ['legal_name', ''],
    ['legal_name', 'x'.repeat(201)],
    ['legal_name', 7],
    ['email', 'not an address'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['phone', '11-98765'],
    ['phone', '1234567'],
    ['phone', '1234567890123456'],
    ['birth_date', '1990-02-30'],
    ['birth_date', '2990-01-01'],
    ['birth_date', '01/02/1990'],
    ['mcc', '541'],
    ['mcc', '54112'],
    ['mcc', 5411],
    ['average_ticket', '35.90'],
    ['average_ticket', 1.234],
    ['average_ticket', -1],
    ['monthly_revenue', 1e12],
    ['product_categories', 'bread'],
    ['product_categories', ['']],
    ['cnaes', {}],
    ['tax_id', '11.222.333/0001-81'],
    ['tax_id', '12abc34501de35'],
    ['tax_id', 11222333000181],
  ])('%s: %p is refused and named', async (field, value) => {
    const answer = await create(companyBody({ [field]: value }));
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toMatch(new RegExp(`^${field}`));
  });

  it('optional fields may be null (contract §1)', async () => {
    const answer = await create(
      companyBody({ trade_name: null, cnaes: null, mcc: null, product_categories: null }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      trade_name: null,
      cnaes: [],
      mcc: null,
      mcc_source: null,
      product_categories: [],
    });
  });

  it('unknown fields are refused, one entry each (contract §1)', async () => {
    const answer = await create(companyBody({ statuss: 'active', id: 'x' }));
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'statuss', code: 'unknown_field' }),
      expect.objectContaining({ field: 'id', code: 'unknown_field' }),
    ]);
  });

  it('the same tax_id twice is allowed (contract §5)', async () => {
    expect((await create(companyBody())).status).toBe(201);
    expect((await create(companyBody())).status).toBe(201);
  });

  it('Idempotency-Key: the same key and body give the same record and bytes', async () => {
    const headers = { 'idempotency-key': 'create-once' };
    const first = await create(companyBody(), headers);
    const second = await create(companyBody(), headers);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('cnaes and mcc (specification, Submerchant; contract §5)', () => {
  it('mcc omitted: resolved from the primary CNAE', async () => {
    const cnaes = [
      { code: '4711-3/02', description: 'Supermercados', is_primary: false },
      { code: '47.21-1/02', description: 'Padaria', is_primary: true },
    ];
    const { body } = await create(companyBody({ cnaes }));
    expect(body.data).toMatchObject({ mcc: '5462', mcc_source: 'derived', cnaes });
  });

  it('mcc omitted: resolved from the only CNAE', async () => {
    const { body } = await create(companyBody({ cnaes: [{ code: '4711302' }] }));
    expect(body.data).toMatchObject({
      mcc: '5411',
      mcc_source: 'derived',
      cnaes: [{ code: '4711302', description: null, is_primary: false }],
    });
  });

  it('no match: null, shown in requirements as recommended, never blocking', async () => {
    const { body } = await create(companyBody({ cnaes: [{ code: '9700-5/00', is_primary: true }] }));
    expect(body.data).toMatchObject({ mcc: null, mcc_source: null });
    const requirements = await merchant.client.get(`/v1/submerchants/${body.data.id}/requirements`);
    expect(requirements.body.data.items).toContainEqual(
      expect.objectContaining({
        target: 'mcc',
        status: 'recommended',
        action: { method: 'PATCH', path: `/v1/submerchants/${body.data.id}`, body: { mcc: null } },
      }),
    );
  });

  it('resolved again whenever cnaes change; a provided code stays; cleared it follows the cnaes again', async () => {
    const id = await onboarding.company({ cnaes: [{ code: '4711302', is_primary: true }] });
    const change = async (fields: object) =>
      (await merchant.client.patch(`/v1/submerchants/${id}`, fields)).body.data;
    expect(await change({ cnaes: [{ code: '5611-2/01', is_primary: true }] })).toMatchObject({
      mcc: '5812',
      mcc_source: 'derived',
    });
    expect(await change({ mcc: '5999' })).toMatchObject({ mcc: '5999', mcc_source: 'provided' });
    expect(await change({ cnaes: [{ code: '4711302', is_primary: true }] })).toMatchObject({
      mcc: '5999',
      mcc_source: 'provided',
    });
    expect(await change({ mcc: null })).toMatchObject({ mcc: '5411', mcc_source: 'derived' });
    expect(await change({ cnaes: [] })).toMatchObject({ mcc: null, mcc_source: null });
  });

  it('more than one is_primary: 422', async () => {
    const cnaes = [
      { code: '4711302', is_primary: true },
      { code: '4721102', is_primary: true },
    ];
    const answer = await create(companyBody({ cnaes }));
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'cnaes', code: 'several_primary' }),
    ]);
  });

  it.each(['471130', '47113022', '4711 302', '4711--302', '-4711302', 'abcdefg'])(
    'a CNAE code is 7 digits: %p is refused',
    async (code) => {
      const answer = await create(companyBody({ cnaes: [{ code }] }));
      expect(answer.status).toBe(422);
      expect(answer.body.details[0].field).toBe('cnaes[0].code');
    },
  );
});

describe('tax numbers (contract §2)', () => {
  it('test mode: wrong check digits are accepted', async () => {
    expect((await create(companyBody({ tax_id: '11222333000100' }))).status).toBe(201);
  });

  it('every number with letters: check digits are enforced in test mode too', async () => {
    expect((await create(companyBody({ tax_id: '12ABC34501DE35' }))).status).toBe(201);
    const answer = await create(companyBody({ tax_id: '12ABC34501DE36' }));
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('INVALID_TAX_ID');
  });

  it('live mode: check digits are enforced', async () => {
    const live = await service.merchant({ mode: 'live' });
    expect((await live.client.post('/v1/submerchants', companyBody())).status).toBe(201);
    for (const body of [companyBody({ tax_id: '11222333000180' }), personBody({ tax_id: '11111111111' })]) {
      const answer = await live.client.post('/v1/submerchants', body);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toBe('INVALID_TAX_ID');
      expect(answer.body.details[0].field).toBe('tax_id');
    }
  });
});
