import { useService, type TestMerchant, STARTED_ON, today } from '../support';

interface Item {
  readonly id: string;
  readonly created_at: string;
}

describe('listing conventions (specification, Listing conventions; contract §4)', () => {
  const service = useService();
  let merchant: TestMerchant;

  beforeAll(async () => {
    merchant = await service.merchant();
    for (let number = 1; number <= 25; number += 1) {
      const legal_name = number === 7 ? 'Padaria São João 100%_' : `Loja ${number}`;
      await merchant.client.post('/v1/submerchants', {
        legal_name,
        entity_type: 'pf',
        tax_id: '52998224725',
        email: `l${number}@example.com`,
      });
    }
  });

  const get = (query: string) => merchant.client.get(`/v1/submerchants${query}`);
  const names = (answer: { body: { data: { legal_name: string }[] } }) =>
    answer.body.data.map((item) => item.legal_name);

  it('the envelope: message, data, pagination with page, limit, total, totalPages', async () => {
    const answer = await get('');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'message', 'pagination', 'success']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 25, totalPages: 2 });
    expect(answer.body.data).toHaveLength(20);
  });

  it('newest first', async () => {
    const data = (await get('?limit=100')).body.data as Item[];
    const sorted = [...data].sort(
      (a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
    );
    expect(data.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  it('page and limit', async () => {
    expect(names(await get('?page=2&limit=10'))).toEqual([
      'Loja 15',
      'Loja 14',
      'Loja 13',
      'Loja 12',
      'Loja 11',
      'Loja 10',
      'Loja 9',
      'Loja 8',
      'Padaria São João 100%_',
      'Loja 6',
    ]);
  });

  it('a page past the end: 200, empty', async () => {
    const answer = await get('?page=1000000');
    expect([answer.status, answer.body.data, answer.body.pagination.total]).toEqual([200, [], 25]);
  });

  it('totalPages is 0 when total is 0', async () => {
    const other = await service.merchant();
    const answer = await other.client.get('/v1/submerchants');
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 0, totalPages: 0 });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=x',
    'limit=0',
    'limit=101',
    'page=1&page=2',
    'foo=1',
    'status=gone',
    'search=a',
    'date_from=2026-02-30',
    'page=99999999999999999999',
  ])('422, never clamped: %s', async (query) => {
    const answer = await get(`?${query}`);
    expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('an empty parameter counts as absent', async () => {
    expect((await get('?status=&search=&page=')).body.pagination.total).toBe(25);
  });

  it('an unknown status is refused and the allowed are named', async () => {
    const [detail] = (await get('?status=pending,gone')).body.details;
    expect(detail).toMatchObject({ field: 'status', code: 'not_allowed' });
    expect(detail.message).toContain('pending_review');
  });

  it('status: one value or a comma list', async () => {
    expect((await get('?status=active')).body.pagination.total).toBe(0);
    expect((await get('?status=active,pending')).body.pagination.total).toBe(25);
  });

  it('search: substring, whatever the case and the accents; % and _ are plain', async () => {
    expect(names(await get('?search=sao%20JOAO'))).toEqual(['Padaria São João 100%_']);
    expect(names(await get(`?search=${encodeURIComponent('100%_')}`))).toEqual(['Padaria São João 100%_']);
    expect(names(await get(`?search=${encodeURIComponent('%%')}`))).toEqual([]);
    expect(names(await get(`?search=${encodeURIComponent('\\\\')}`))).toEqual([]);
  });

  it('date_from and date_to are inclusive days, in UTC or in the zone named', async () => {
    expect((await get(`?date_from=${STARTED_ON}&date_to=${today()}`)).body.pagination.total).toBeGreaterThan(
      0,
    );
    expect((await get('?date_to=2020-01-01')).body.pagination.total).toBe(0);
    expect((await get('?date_from=2999-01-01')).body.pagination.total).toBe(0);

    const other = await service.merchant();
    await other.client.post('/v1/submerchants', {
      legal_name: 'Noite',
      entity_type: 'pf',
      tax_id: '52998224725',
      email: 'n@example.com',
    });
    await service.dataSource.query(
      "UPDATE submerchants SET created_at = '2026-03-10T01:30:00Z' WHERE merchant_id = $1",
      [other.id],
    );
    const total = async (query: string) =>
      (await other.client.get(`/v1/submerchants?${query}`)).body.pagination.total as number;
    expect(await total('date_from=2026-03-10&date_to=2026-03-10')).toBe(1);
    expect(await total('date_from=2026-03-09&date_to=2026-03-09')).toBe(0);
    expect(await total('date_from=2026-03-09&date_to=2026-03-09&time_zone=America/Sao_Paulo')).toBe(1);
    expect(await total('date_from=2026-03-10&time_zone=America/Sao_Paulo')).toBe(0);
  });

  it('date_from after date_to: 422', async () => {
    const answer = await get('?date_from=2026-02-02&date_to=2026-02-01');
    expect([answer.status, answer.body.details[0].field]).toEqual([422, 'date_from']);
  });

  it('a walk by cursor sees every record that existed at its start exactly once, while others come', async () => {
    const other = await service.merchant();
    const add = (legal_name: string) =>
      other.client.post('/v1/submerchants', {
        legal_name,
        entity_type: 'pf',
        tax_id: '52998224725',
        email: 'w@example.com',
      });
    await Promise.all(Array.from({ length: 17 }, (_, number) => add(`Antes ${number}`)));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await other.client.get(`/v1/submerchants?limit=5&cursor=${cursor}`);
      expect(answer.body.pagination.page).toBe(1);
      seen.push(...names(answer));
      cursor = answer.body.pagination.next_cursor;
      await add('Depois');
    }
    expect(seen.filter((name) => name.startsWith('Antes')).sort()).toEqual(
      Array.from({ length: 17 }, (_, number) => `Antes ${number}`).sort(),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    '0000-01-01T00:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '+012026-01-01T00:00:00.000Z',
    'infinity',
  ])('a crafted cursor gets 422: %s', async (at) => {
    const cursor = Buffer.from(`${at} 0190a0b1-7c11-7000-8000-123456789012`).toString('base64url');
    const answer = await get(`?cursor=${cursor}`);
    expect([answer.status, answer.body.details[0].code]).toEqual([422, 'invalid_cursor']);
  });

  it('a cursor that was given out and changed, or for another list or merchant, gets 422', async () => {
    const given = (await get('?limit=5&cursor=')).body.pagination.next_cursor as string;
    expect((await get(`?limit=5&cursor=${given}`)).status).toBe(200);
    const bytes = Buffer.from(given, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect((await get(`?cursor=${bytes.toString('base64url')}`)).status).toBe(422);
    expect((await merchant.client.get(`/v1/charges?cursor=${given}`)).status).toBe(422);
    const other = await service.merchant();
    expect((await other.client.get(`/v1/submerchants?cursor=${given}`)).status).toBe(422);
  });

  it.each(['%CC%81%CC%81', 'a%CC%A7%CC%81', '%E2%80%8D%E2%80%8D'])(
    'a search that looks for nothing gets 422: %s',
    async (term) => {
      expect((await get(`?search=${term}`)).status).toBe(422);
    },
  );

  it('cursor together with page, or one that is none: 422', async () => {
    expect((await get('?cursor=&page=1')).status).toBe(422);
    expect((await get('?cursor=abc')).status).toBe(422);
    expect(
      (await get(`?cursor=${Buffer.from("2026-01-01T00:00:00.000Z ' OR 1=1").toString('base64url')}`)).status,
    ).toBe(422);
  });
});
