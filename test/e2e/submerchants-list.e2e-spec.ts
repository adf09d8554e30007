import {
  companyBody,
  Onboarding,
  personBody,
  useService,
  type TestMerchant,
  STARTED_ON,
  today,
} from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;
const ids: string[] = [];

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
  for (const fields of [
    {
      legal_name: 'Açaí do João Ltda',
      trade_name: 'Açaí 100%',
      email: 'joao@acai.example',
      tax_id: '11222333000181',
    },
    { legal_name: 'Banca Central', trade_name: null, email: 'banca@example.com', tax_id: '12ABC34501DE35' },
  ]) {
    ids.push(await onboarding.company(fields));
  }
  ids.push(await onboarding.submittedPerson());
});

const found = async (query: string) => {
  const answer = await merchant.client.get(`/v1/submerchants?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body.data as { id: string }[]).map(({ id }) => id);
};

describe('GET /v1/submerchants (specification, Listing conventions; contract §4)', () => {
  it('newest first, with pagination and without another merchant’s records', async () => {
    const other = await service.merchant();
    await other.client.post('/v1/submerchants', companyBody());
    const answer = await merchant.client.get('/v1/submerchants');
    expect(answer.body.data.map((item: { id: string }) => item.id)).toEqual([...ids].reverse());
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 });
  });

  it('page and limit', async () => {
    expect(await found('limit=2')).toEqual([ids[2], ids[1]]);
    expect(await found('limit=2&page=2')).toEqual([ids[0]]);
    expect(await found('limit=2&page=3')).toEqual([]);
  });

  it('status: one or a comma list; an unknown one 422', async () => {
    expect(await found('status=pending_review')).toEqual([ids[2]]);
    expect(await found('status=pending,pending_review')).toEqual([...ids].reverse());
    const answer = await merchant.client.get('/v1/submerchants?status=approved');
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toBe('status');
    expect(answer.body.details[0].message).toContain('pending_review');
  });

  it('entity_type', async () => {
    expect(await found('entity_type=pf')).toEqual([ids[2]]);
    expect((await merchant.client.get('/v1/submerchants?entity_type=x')).status).toBe(422);
  });

  it('search over trade_name, legal_name, tax_id and email, whatever case and accents', async () => {
    expect(await found('search=ACAI%20DO%20JOAO')).toEqual([ids[0]]);
    expect(await found('search=abc345')).toEqual([ids[1]]);
    expect(await found('search=banca@')).toEqual([ids[1]]);
    expect(await found(`search=${encodeURIComponent('100%')}`)).toEqual([ids[0]]);
    expect(await found(`search=${encodeURIComponent('%%')}`)).toEqual([]);
  });

  it('search follows a change of the record', async () => {
    const id = await onboarding.company();
    await merchant.client.patch(`/v1/submerchants/${id}`, { trade_name: 'Quitanda Única' });
    expect(await found('search=unica')).toEqual([id]);
    await service.dataSource.query('DELETE FROM submerchant_history WHERE submerchant_id = $1', [id]);
    await service.dataSource.query('DELETE FROM submerchants WHERE id = $1', [id]);
  });

  it('date_from and date_to', async () => {
    expect(await found(`date_from=${STARTED_ON}&date_to=${today()}`)).toHaveLength(3);
    expect(await found('date_to=2020-01-01')).toEqual([]);
    expect(
      (await merchant.client.get('/v1/submerchants?date_from=2026-02-02&date_to=2026-02-01')).status,
    ).toBe(422);
  });

  it('a walk by cursor sees every record once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: { data: { id: string }[]; pagination: { next_cursor: string | null } } } =
        await merchant.client.get(`/v1/submerchants?limit=1&cursor=${encodeURIComponent(cursor)}`);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.pagination.next_cursor;
    }
    expect(seen).toEqual([...ids].reverse());
  });

  it.each([
    'page=0',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'page=1e3',
    'foo=1',
    'page=1&page=2',
    'search=a',
    'search=a%00b',
    'page=%00',
  ])('%s: 422', async (query) => {
    expect((await merchant.client.get(`/v1/submerchants?${query}`)).status).toBe(422);
  });
});

describe('lists of parts take their filters (contract §4)', () => {
  it('partners, addresses, documents and the timeline are lists with page and limit', async () => {
    const { id } = await onboarding.readyCompany();
    for (const part of ['legal-representatives', 'addresses', 'documents', 'timeline']) {
      const answer = await merchant.client.get(`/v1/submerchants/${id}/${part}?limit=1`);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toHaveLength(1);
      expect(answer.body.pagination).toMatchObject({ page: 1, limit: 1 });
      expect((await merchant.client.get(`/v1/submerchants/${id}/${part}?nope=1`)).status).toBe(422);
    }
    const count = async (query: string) =>
      ((await merchant.client.get(`/v1/submerchants/${id}/${query}`)).body.pagination as { total: number })
        .total;
    expect(await count('legal-representatives?search=bruno')).toBe(1);
    expect(await count('legal-representatives?search=nobody')).toBe(0);
    expect(await count('addresses?search=SAO%20PAULO')).toBe(1);
    expect(await count('documents?search=contract')).toBe(1);
    expect(await count('documents?type=cnpj_card')).toBe(1);
    expect(await count('documents?status=approved')).toBe(0);
    expect((await merchant.client.get(`/v1/submerchants/${id}/timeline?status=pending`)).status).toBe(422);
  });

  it('an unknown submerchant has no lists: 404', async () => {
    const stranger = await service.merchant();
    const { body } = await stranger.client.post('/v1/submerchants', personBody());
    for (const part of ['legal-representatives', 'addresses', 'documents', 'timeline', 'requirements']) {
      expect((await merchant.client.get(`/v1/submerchants/${body.data.id}/${part}`)).status).toBe(404);
    }
  });
});
