import {
  addressBody,
  type Answer,
  companyBody,
  documentBody,
  eventually,
  Onboarding,
  partnerBody,
  personBody,
  useCharging,
} from '../support';
import { cardBody, pixBody } from '../support/charges';

const { app, merchant, charging } = useCharging();

const faults = ({ status, body }: Answer): unknown => [
  status,
  ((body.details ?? []) as { field: string; code: string }[])
    .map(({ field, code }) => `${field} ${code}`)
    .sort(),
];

describe('what is wrong with a request is said at once, by name (contract §1)', () => {
  it('a tax number of the other kind of entity, beside faults of other fields', async () => {
    const wrong = { legal_name: '', entity_type: 'pf', tax_id: '11222333000181', email: 'a@b.co' };
    expect(faults(await merchant.client.post('/v1/submerchants', wrong))).toEqual([
      422,
      ['legal_name empty', 'tax_id entity_type_mismatch'],
    ]);
    const company = await new Onboarding(merchant.client).company();
    const partner = { ...partnerBody(), name: '', document: '11222333000181', entity_type: 'pf' };
    const path = `/v1/submerchants/${company}/legal-representatives`;
    expect(faults(await merchant.client.post(path, partner))).toEqual([
      422,
      ['document entity_type_mismatch', 'name empty'],
    ]);
  });

  it('a repeated parameter, beside others that are wrong or unknown', async () => {
    expect(faults(await merchant.client.get('/v1/submerchants?page=1&page=2&limit=0&foo=1'))).toEqual([
      422,
      ['foo unknown_field', 'limit too_small', 'page repeated'],
    ]);
  });

  it('names that every object has: each by its path', async () => {
    const body = pixBody({ constructor: 1, metadata: { toString: 'x', fine: 'y' } });
    expect(faults(await merchant.client.post('/v1/charges', body))).toEqual([
      422,
      ['constructor unknown_field', 'metadata.toString unknown_field'],
    ]);
    expect(faults(await merchant.client.get('/v1/charges?constructor=1&valueOf=2'))).toEqual([
      422,
      ['constructor unknown_field', 'valueOf unknown_field'],
    ]);
  });

  it('a document and its legal representative', async () => {
    const onboarding = new Onboarding(merchant.client);
    const [company, person] = [await onboarding.company(), await onboarding.person()];
    const send = (id: string, type: string, more = {}) =>
      merchant.client.post(`/v1/submerchants/${id}/documents`, documentBody(type, more));
    expect(faults(await send(person, 'cnpj_card'))).toEqual([422, ['type other_entity_type']]);
    expect(faults(await send(company, 'partner_front_id'))).toEqual([
      422,
      ['legal_representative_id required'],
    ]);
    const legal_representative_id = '01890000-0000-7000-8000-000000000000';
    expect(faults(await send(person, 'front_id', { legal_representative_id }))).toEqual([
      422,
      ['legal_representative_id not_allowed'],
    ]);
  });

  it('codes and numbers take no joiner, which nobody sees; names do', async () => {
    const id = await new Onboarding(merchant.client).person();
    const path = `/v1/submerchants/${id}/addresses`;
    const hidden = addressBody({ state: 'S\u200d', zip_code: '0100100\u200d', number: '1\u200d2' });
    expect(faults(await merchant.client.post(path, hidden))).toEqual([
      422,
      ['number invalid_characters', 'state invalid_characters', 'zip_code invalid_characters'],
    ]);
    expect((await merchant.client.post(path, addressBody({ street: 'Rua नि\u200dम' }))).status).toBe(201);
  });
});

describe('what counts as absent (contract §1)', () => {
  it('an empty parameter, also where a route takes none', async () => {
    expect((await merchant.client.get('/v1/merchant?foo=')).status).toBe(200);
    expect((await merchant.client.post('/v1/submerchants?x=', personBody())).status).toBe(201);
    expect(faults(await merchant.client.get('/v1/merchant?foo=1&x='))).toEqual([422, ['foo unknown_field']]);
  });

  it('null in a PATCH brings an optional field back to its default, also is_primary', async () => {
    const id = await new Onboarding(merchant.client).person();
    const path = `/v1/submerchants/${id}/addresses`;
    const first = (await merchant.client.post(path, addressBody())).body.data.id as string;
    const second = (await merchant.client.post(path, addressBody({ is_primary: true }))).body.data;
    expect(second.is_primary).toBe(true);
    const cleared = await merchant.client.patch(`${path}/${second.id as string}`, { is_primary: null });
    expect([cleared.status, cleared.body.data.is_primary]).toEqual([200, false]);
    expect((await merchant.client.get(`${path}/${first}`)).body.data.is_primary).toBe(true);
  });

  it('the Idempotency-Key of a dry run, whatever it is', async () => {
    const id = await new Onboarding(merchant.client).person();
    for (const [path, body] of [
      [`/v1/submerchants/${id}/submit-for-review?dry_run=true`, {}],
      [`/v1/submerchants/${id}/request-resubmission?dry_run=true`, {}],
      ['/v1/postbacks/endpoints/01890000-0000-7000-8000-000000000000/replay', { dry_run: true }],
    ] as const) {
      const answer = await merchant.client.post(path, body, { 'idempotency-key': 'bad key' });
      expect(answer.body.error).not.toBe('INVALID_IDEMPOTENCY_KEY');
    }
    const real = await merchant.client.post(`/v1/submerchants/${id}/submit-for-review`, undefined, {
      'idempotency-key': 'bad key',
    });
    expect([real.status, real.body.error]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });
});

describe('If-Match (contract §1, Locking)', () => {
  it('is a version in double quotes, or * for any; what is neither is 400, whoever sends it', async () => {
    const id = await new Onboarding(merchant.client).submittedPerson();
    const operator = await app.operator();
    const [own, desk] = [`/v1/submerchants/${id}/addresses`, `/v1/review/submerchants/${id}`];
    const address = `${own}/${(await merchant.client.get(own)).body.data[0].id as string}`;
    const ways = [
      (header: string) => merchant.client.patch(address, { number: '1' }, { 'if-match': header }),
      (header: string) => operator.client.patch(desk, { mcc: '5411' }, { 'if-match': header }),
      (header: string) => operator.client.post(`${desk}/approve`, undefined, { 'if-match': header }),
    ];
    const { version } = (await merchant.client.get(`/v1/submerchants/${id}`)).body.data;
    const bare = String(version);
    for (const send of ways) {
      for (const header of [bare, `W/"${bare}"`, `"${bare}`, `"${bare}", "1"`, '""', '"-1"', 'x', '**', '']) {
        const { status, body } = await send(header);
        expect([header, status, body.error]).toEqual([header, 400, 'MALFORMED_REQUEST']);
        expect(body.message).toContain('If-Match: "3"');
      }
      expect((await send(`"${'9'.repeat(30)}"`)).body.error).toBe('STALE_VERSION');
    }
    expect((await merchant.client.get(`/v1/submerchants/${id}`)).body.data.version).toBe(version);
    const { client } = operator;
    expect((await client.patch(desk, { mcc: '5411' }, { 'if-match': ' * ' })).status).toBe(200);
    expect((await client.post(`${desk}/approve`, undefined, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('a cursor is good for the walk in which it was given out (contract §4)', () => {
  const next = async (path: string, by = merchant.client) =>
    (await by.get(`${path}${path.includes('?') ? '&' : '?'}cursor=&limit=1`)).body.pagination
      .next_cursor as string;
  const goesOn = async (path: string, cursor: string, by = merchant.client) => {
    const mark = path.includes('?') ? '&' : '?';
    return (await by.get(`${path}${mark}limit=1&cursor=${encodeURIComponent(cursor)}`)).status;
  };

  it('not for the parts of another record', async () => {
    const onboarding = new Onboarding(merchant.client);
    const paths = [];
    for (let count = 0; count < 2; count += 1) {
      const path = `/v1/submerchants/${await onboarding.person()}/addresses`;
      await merchant.client.post(path, addressBody());
      await merchant.client.post(path, addressBody());
      paths.push(path);
    }
    const [mine, other] = paths as [string, string];
    const cursor = await next(mine);
    expect([await goesOn(mine, cursor), await goesOn(other, cursor)]).toEqual([200, 422]);
  });

  it('not for another merchant, nor for other filters, nor for operators', async () => {
    const stranger = await app.merchant();
    for (let count = 0; count < 2; count += 1) await charging.create(cardBody());
    const cursor = await next('/v1/charges');
    expect(await goesOn('/v1/charges', cursor)).toBe(200);
    expect(await goesOn('/v1/charges', cursor, stranger.client)).toBe(422);
    expect(await goesOn('/v1/charges?status=pending', cursor)).toBe(422);
    const operator = await app.operator({ role: 'viewer' });
    expect(await goesOn('/v1/review/charges', cursor, operator.client)).toBe(422);
    const filtered = await next('/v1/charges?status=pending');
    expect(await goesOn('/v1/charges?status=pending', filtered)).toBe(200);
    expect(await goesOn('/v1/charges', filtered)).toBe(422);
  });

  it('and letter by letter', async () => {
    await new Onboarding(merchant.client).person();
    await new Onboarding(merchant.client).person();
    const cursor = await next('/v1/submerchants');
    expect(await goesOn('/v1/submerchants', cursor)).toBe(200);
    for (const other of [`${cursor}!!`, `${cursor}=`, ` ${cursor}`])
      expect(await goesOn('/v1/submerchants', other)).toBe(422);
  });
});

describe('mcc (contract §5)', () => {
  const FOOD_SHOP = [{ code: '4711302', is_primary: true }];
  const RESTAURANT = [{ code: '5611201', is_primary: true }];

  it('that is sent is kept, also one that the activities would give', async () => {
    const { status, body } = await merchant.client.post(
      '/v1/submerchants',
      companyBody({ cnaes: FOOD_SHOP }),
    );
    expect([status, body.data.mcc, body.data.mcc_source]).toEqual([201, '5411', 'derived']);
    const path = `/v1/submerchants/${body.data.id as string}`;
    const change = async (fields: object) => (await merchant.client.patch(path, fields)).body.data;
    expect(await change({ mcc: '5411', cnaes: RESTAURANT })).toMatchObject({
      mcc: '5411',
      mcc_source: 'provided',
    });
    expect(await change({ cnaes: [] })).toMatchObject({ mcc: '5411', mcc_source: 'provided' });
    expect(await change({ mcc: null, cnaes: FOOD_SHOP })).toMatchObject({ mcc_source: 'derived' });
    expect(await change({ mcc: '5411' })).toMatchObject({ mcc: '5411', mcc_source: 'provided' });
  });

  it('where the record is locked, one that is sent as it is changes nothing', async () => {
    const onboarding = new Onboarding(merchant.client);
    const id = await onboarding.submittedPerson({ cnaes: RESTAURANT });
    const same = await merchant.client.patch(`/v1/submerchants/${id}`, { mcc: '5812' });
    expect([same.status, same.body.data.mcc_source]).toEqual([200, 'derived']);
  });
});

it('a key that is used in the minute of its making was not used before it', async () => {
  const made = await app.merchant();
  await made.client.get('/v1/merchant');
  // The note is written beside the request, which does not wait for it.
  await eventually(async () => {
    const rows = await app.dataSource.query<{ is_sound: boolean }[]>(
      'SELECT last_used_at >= created_at AS is_sound FROM api_keys WHERE merchant_id = $1 AND last_used_at IS NOT NULL',
      [made.id],
    );
    expect(rows).toEqual([{ is_sound: true }]);
  });
});
