import {
  CNPJ,
  CPF,
  Onboarding,
  PARTNER_DOCUMENTS,
  partnerBody,
  useService,
  type TestMerchant,
} from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

const path = (id: string) => `/v1/submerchants/${id}/legal-representatives`;
const post = (id: string, body: unknown) => merchant.client.post(path(id), body);

describe('specification, Legal representative: fields', () => {
  it('every field comes back as it was sent', async () => {
    const id = await onboarding.company();
    const body = partnerBody({
      entity_type: 'pf',
      legal_name: 'Lima Participações',
      birth_date: '1980-12-31',
      mother_name: 'Rosa Lima',
      email: 'bruno@example.com',
      phone: '+55 (11) 98765-4321',
      role: 'legal_representative',
      qualification: 'OWNER-ADMIN',
      participation_percentage: 33.33,
      is_admin: true,
    });
    const answer = await post(id, body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ ...body, submerchant_id: id });
    const read = await merchant.client.get(`${path(id)}/${answer.body.data.id}`);
    expect(read.body.data).toEqual(answer.body.data);
    expect((await merchant.client.get(path(id))).body.data).toEqual([answer.body.data]);
  });

  it('name and document are required', async () => {
    const id = await onboarding.company();
    const answer = await post(id, {});
    expect(answer.status).toBe(422);
    expect(answer.body.details.map((detail: { field: string }) => detail.field).sort()).toEqual([
      'document',
      'name',
    ]);
  });

  it('entity_type: default pf, or pj when document has 14 characters (contract §5)', async () => {
    const id = await onboarding.company();
    expect((await post(id, partnerBody())).body.data.entity_type).toBe('pf');
    expect((await post(id, partnerBody({ document: CNPJ }))).body.data.entity_type).toBe('pj');
    expect((await post(id, partnerBody({ document: '12ABC34501DE35' }))).body.data.entity_type).toBe('pj');
  });

  it.each([
    ['entity_type', 'xx'],
    ['role', 'owner'],
    ['qualification', 'owner'],
    ['participation_percentage', 100.01],
    ['participation_percentage', -0.01],
    ['participation_percentage', 33.333],
    ['participation_percentage', '50'],
    ['is_admin', 'yes'],
    ['document', '123'],
    ['document', '529.982.247-25'],
    ['birth_date', '1990-13-01'],
    ['email', 'nobody'],
    ['phone', 'x'.repeat(41)],
    ['nickname', 'Bru'],
  ])('%s: %p is refused', async (field, value) => {
    const id = await onboarding.company();
    const answer = await post(id, partnerBody({ [field]: value }));
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toBe(field);
  });

  it('participation_percentage: 0 to 100', async () => {
    const id = await onboarding.company();
    for (const participation_percentage of [0, 100, 0.01]) {
      const answer = await post(id, partnerBody({ participation_percentage }));
      expect(answer.body.data.participation_percentage).toBe(participation_percentage);
    }
  });

  it('an entity_type that does not fit the document is refused', async () => {
    const id = await onboarding.company();
    const answer = await post(id, partnerBody({ entity_type: 'pj' }));
    expect(answer.status).toBe(422);
    expect(answer.body.details[0]).toMatchObject({ field: 'document', code: 'entity_type_mismatch' });
  });

  it('live mode: the check digits of document are enforced', async () => {
    const live = await service.merchant({ mode: 'live' });
    const other = new Onboarding(live.client);
    const id = await other.company();
    const answer = await live.client.post(path(id), partnerBody({ document: '52998224726' }));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'INVALID_TAX_ID', details: [{ field: 'document' }] },
    });
    expect((await live.client.post(path(id), partnerBody())).status).toBe(201);
  });
});

describe('specification, Legal representative, rule 1: idempotent upsert', () => {
  it('the same document updates that record, no duplicate: 201, then 200', async () => {
    const id = await onboarding.company();
    const first = await post(id, partnerBody({ email: 'a@example.com', is_admin: true }));
    const second = await post(id, partnerBody({ name: 'Bruno Lima Filho', participation_percentage: 10 }));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.data.id).toBe(first.body.data.id);
    expect((await merchant.client.get(path(id))).body.pagination.total).toBe(1);
    // Contract §5: only the fields sent change.
    expect(second.body.data).toMatchObject({
      name: 'Bruno Lima Filho',
      email: 'a@example.com',
      is_admin: true,
      participation_percentage: 10,
    });
  });

  it('another document adds another partner', async () => {
    const id = await onboarding.company();
    expect((await post(id, partnerBody())).status).toBe(201);
    expect((await post(id, partnerBody({ document: '11144477735' }))).status).toBe(201);
    expect((await merchant.client.get(path(id))).body.pagination.total).toBe(2);
  });

  it('the same document in another submerchant is another partner', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    expect((await post(one, partnerBody())).body.data.id).not.toBe(
      (await post(two, partnerBody())).body.data.id,
    );
  });

  it('50 parallel upserts of one partner: one row, exactly one 201', async () => {
    const id = await onboarding.company();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(id, partnerBody({ name: `Bruno ${index}` }))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.data.id as string)).size).toBe(1);
    expect((await merchant.client.get(path(id))).body.pagination.total).toBe(1);
  });

  it('a second row for one document is impossible in the database too', async () => {
    const id = await onboarding.company();
    await onboarding.partner(id);
    const copy = service.dataSource.query(
      `INSERT INTO legal_representatives (merchant_id, id, submerchant_id, submerchant_entity_type, name, document,
         entity_type, is_admin, search_text, created_at, updated_at)
       SELECT merchant_id, gen_random_uuid(), submerchant_id, submerchant_entity_type, name, document, entity_type,
         is_admin, search_text, created_at, updated_at FROM legal_representatives WHERE submerchant_id = $1`,
      [id],
    );
    await expect(copy).rejects.toThrow('uq_legal_representatives_document');
  });
});

describe('specification, Legal representative, rule 2: deleting cascades', () => {
  it('deletes the partner and the documents linked to it, and no others', async () => {
    const { id, partnerId } = await onboarding.readyCompany();
    const other = await onboarding.partner(id, { document: '11144477735' });
    await onboarding.document(id, 'partner_front_id', { legal_representative_id: other });
    const answer = await merchant.client.delete(`${path(id)}/${partnerId}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    const documents = (await merchant.client.get(`/v1/submerchants/${id}/documents?limit=100`)).body.data as {
      type: string;
      legal_representative_id: string | null;
    }[];
    expect(documents.filter((document) => PARTNER_DOCUMENTS.includes(document.type))).toEqual([
      expect.objectContaining({ type: 'partner_front_id', legal_representative_id: other }),
    ]);
    expect(documents).toHaveLength(4);
    expect((await merchant.client.get(`${path(id)}/${partnerId}`)).status).toBe(404);
    expect((await merchant.client.delete(`${path(id)}/${partnerId}`)).status).toBe(404);
  });
});

describe('specification, Legal representative: relevant for pj only', () => {
  it('for a pf submerchant: 422 NOT_APPLICABLE_TO_PF (contract §5)', async () => {
    const id = await onboarding.person();
    expect(await post(id, partnerBody())).toMatchObject({
      status: 422,
      body: { error: 'NOT_APPLICABLE_TO_PF' },
    });
    expect((await merchant.client.get(path(id))).body.data).toEqual([]);
  });
});

describe('unknown ids', () => {
  it('another merchant’s submerchant, a partner of another submerchant, and no uuid: 404, one body', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    const partner = await onboarding.partner(one);
    const stranger = await service.merchant();
    const answers = [
      await stranger.client.post(path(one), partnerBody({ document: CPF })),
      await stranger.client.get(path(one)),
      await stranger.client.get(`${path(one)}/${partner}`),
      await stranger.client.delete(`${path(one)}/${partner}`),
      await merchant.client.get(`${path(two)}/${partner}`),
      await merchant.client.delete(`${path(two)}/${partner}`),
      await merchant.client.get(`${path(one)}/not-a-uuid`),
      await merchant.client.delete(`${path('nope')}/${partner}`),
    ];
    for (const { status, body } of answers) {
      expect([status, body.error, body.message]).toEqual([404, 'NOT_FOUND', answers[0]?.body.message]);
    }
    expect((await merchant.client.get(`${path(one)}/${partner}`)).status).toBe(200);
  });
});
