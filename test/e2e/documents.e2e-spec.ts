import {
  COMPANY_DOCUMENTS,
  documentBody,
  Onboarding,
  PARTNER_DOCUMENTS,
  PERSONAL_DOCUMENTS,
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

const path = (id: string) => `/v1/submerchants/${id}/documents`;
const post = (id: string, type: string, fields = {}) =>
  merchant.client.post(path(id), documentBody(type, fields));
const current = async (id: string) =>
  (await merchant.client.get(`${path(id)}?current=true&limit=100`)).body.data as {
    id: string;
    type: string;
  }[];

describe('specification, Submerchant document: fields', () => {
  it('every field comes back as it was sent; the record is pending', async () => {
    const id = await onboarding.company();
    const body = documentBody('cnpj_card', {
      number: '123-X',
      expires_at: '2199-12-31',
      notes: 'line one\nline two',
    });
    const answer = await merchant.client.post(path(id), body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      ...body,
      submerchant_id: id,
      status: 'pending',
      legal_representative_id: null,
      rejection: null,
      version: 1,
      replaced_at: null,
      verified_at: null,
    });
    expect((await merchant.client.get(`${path(id)}/${answer.body.data.id}`)).body.data).toEqual(
      answer.body.data,
    );
    expect((await merchant.client.get(path(id))).body.data).toEqual([answer.body.data]);
  });

  it('type, file_url, file_name, file_size, mime_type are required', async () => {
    const id = await onboarding.company();
    const answer = await merchant.client.post(path(id), {});
    expect(answer.status).toBe(422);
    expect(answer.body.details.map((detail: { field: string }) => detail.field).sort()).toEqual([
      'file_name',
      'file_size',
      'file_url',
      'mime_type',
      'type',
    ]);
  });

  it('mime_type: application/pdf, image/png or image/jpeg', async () => {
    const id = await onboarding.company();
    for (const mime_type of ['application/pdf', 'image/png', 'image/jpeg']) {
      expect((await post(id, 'cnpj_card', { mime_type })).status).toBe(201);
    }
    expect((await post(id, 'cnpj_card', { mime_type: 'image/gif' })).body.details[0].field).toBe('mime_type');
  });

  it.each([
    ['type', 'passport'],
    ['file_size', 0],
    ['file_size', -1],
    ['file_size', 1.5],
    ['file_size', '1024'],
    ['file_size', 2 ** 31],
    ['file_url', 'ftp://files.example.com/a.pdf'],
    ['file_url', 'https://user:secret@files.example.com/a.pdf'],
    ['file_url', 'javascript:alert(1)'],
    ['file_url', `https://files.example.com/${'a'.repeat(2048)}`],
    ['file_name', 'contract'],
    ['file_name', '../contract.pdf'],
    ['file_name', 'contract.'],
    ['expires_at', '2026-02-30'],
    ['expires_at', 'tomorrow'],
    ['notes', 'x'.repeat(2001)],
    ['legal_representative_id', 'nope'],
    ['status', 'approved'],
  ])('%s: %p is refused', async (field, value) => {
    const id = await onboarding.company();
    const answer = await post(id, 'cnpj_card', { [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toBe(field);
  });

  it('expires_at is a date or a date-time, kept as sent (contract §5)', async () => {
    const id = await onboarding.company();
    for (const expires_at of ['2199-01-31', '2199-01-31T10:00:00-03:00', '2199-01-31T10:00:00.123456Z']) {
      expect((await post(id, 'cnpj_card', { expires_at })).body.data.expires_at).toBe(expires_at);
    }
  });

  it('the ends of the calendar are dates too', async () => {
    const id = await onboarding.company();
    for (const [expires_at, status] of [
      ['9999-12-31', 'pending'],
      ['9999-12-31T23:59:59-12:00', 'pending'],
      ['1000-01-01', 'expired'],
    ]) {
      const answer = await post(id, 'cnpj_card', { expires_at });
      expect(answer).toMatchObject({ status: 201, body: { data: { expires_at, status } } });
      const read = await merchant.client.get(`${path(id)}/${answer.body.data.id}`);
      expect(read.body.data).toEqual(answer.body.data);
    }
  });

  it('one already past is accepted, and the document is expired at once (contract §5)', async () => {
    const id = await onboarding.person();
    const answer = await post(id, 'front_id', { expires_at: '2020-01-01' });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { status: 'expired', expires_at: '2020-01-01' } },
    });
    const events: { type: string }[] = await service.dataSource.query(
      'SELECT type FROM outbox_events WHERE resource_id = $1',
      [answer.body.data.id],
    );
    expect(events).toEqual([{ type: 'document.expired' }]);
  });
});

describe('specification, Document types', () => {
  it('a pj submerchant takes every company document', async () => {
    const id = await onboarding.company();
    for (const type of [...COMPANY_DOCUMENTS, 'contract_amendment'])
      expect((await post(id, type)).status).toBe(201);
  });

  it('a pj submerchant takes every partner document, once for each legal_representative_id', async () => {
    const id = await onboarding.company();
    const partners = [
      await onboarding.partner(id),
      await onboarding.partner(id, { document: '11144477735' }),
    ];
    for (const legal_representative_id of partners) {
      for (const type of PARTNER_DOCUMENTS) {
        expect((await post(id, type, { legal_representative_id })).body.data).toMatchObject({
          type,
          legal_representative_id,
        });
      }
    }
    expect(await current(id)).toHaveLength(8);
  });

  it('a pf submerchant takes every personal document', async () => {
    const id = await onboarding.person();
    for (const type of PERSONAL_DOCUMENTS) expect((await post(id, type)).status).toBe(201);
  });

  it('a pf submerchant takes no company documents and no per-partner documents: 422 DOCUMENT_TYPE_NOT_ALLOWED', async () => {
    const id = await onboarding.person();
    for (const type of [...COMPANY_DOCUMENTS, 'contract_amendment', ...PARTNER_DOCUMENTS]) {
      expect(await post(id, type)).toMatchObject({
        status: 422,
        body: { error: 'DOCUMENT_TYPE_NOT_ALLOWED' },
      });
    }
  });

  it('a pj submerchant takes no personal documents: 422 DOCUMENT_TYPE_NOT_ALLOWED', async () => {
    const id = await onboarding.company();
    for (const type of PERSONAL_DOCUMENTS) {
      expect(await post(id, type)).toMatchObject({
        status: 422,
        body: { error: 'DOCUMENT_TYPE_NOT_ALLOWED' },
      });
    }
  });

  it('a type that starts with partner_ without legal_representative_id: 422 LEGAL_REPRESENTATIVE_REQUIRED', async () => {
    const id = await onboarding.company();
    for (const type of PARTNER_DOCUMENTS) {
      for (const fields of [{}, { legal_representative_id: null }]) {
        expect(await post(id, type, fields)).toMatchObject({
          status: 422,
          body: { error: 'LEGAL_REPRESENTATIVE_REQUIRED' },
        });
      }
    }
  });

  it('another type with legal_representative_id: 422 LEGAL_REPRESENTATIVE_NOT_ALLOWED', async () => {
    const id = await onboarding.company();
    const legal_representative_id = await onboarding.partner(id);
    for (const type of [...COMPANY_DOCUMENTS, 'contract_amendment']) {
      expect(await post(id, type, { legal_representative_id })).toMatchObject({
        status: 422,
        body: { error: 'LEGAL_REPRESENTATIVE_NOT_ALLOWED' },
      });
    }
  });

  it('an unknown legal_representative_id, also one of another submerchant: 404', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    const legal_representative_id = await onboarding.partner(two);
    expect((await post(one, 'partner_front_id', { legal_representative_id })).status).toBe(404);
    const unknown = { legal_representative_id: '01890000-0000-7000-8000-000000000000' };
    expect((await post(one, 'partner_front_id', unknown)).status).toBe(404);
  });
});

describe('specification, Submerchant document, rule 1: replacement', () => {
  it('the same type marks the earlier record as replaced; the list shows both', async () => {
    const id = await onboarding.company();
    const first = await onboarding.document(id, 'cnpj_card');
    const second = await onboarding.document(id, 'cnpj_card');
    expect((await merchant.client.get(`${path(id)}/${first}`)).body.data.replaced_at).toMatch(/^\d{4}-.*Z$/);
    expect((await merchant.client.get(`${path(id)}/${second}`)).body.data.replaced_at).toBeNull();
    expect((await merchant.client.get(path(id))).body.pagination.total).toBe(2);
    expect(await current(id)).toEqual([expect.objectContaining({ id: second })]);
  });

  it('a partner document replaces only that of the same legal_representative_id', async () => {
    const id = await onboarding.company();
    const one = { legal_representative_id: await onboarding.partner(id) };
    const two = { legal_representative_id: await onboarding.partner(id, { document: '11144477735' }) };
    await onboarding.document(id, 'partner_front_id', one);
    const other = await onboarding.document(id, 'partner_front_id', two);
    const newer = await onboarding.document(id, 'partner_front_id', one);
    expect((await current(id)).map((document) => document.id).sort()).toEqual([other, newer].sort());
  });

  it('30 parallel replacements of one document type: one current', async () => {
    const id = await onboarding.company();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => post(id, 'cnpj_card', { file_name: `card-${index}.pdf` })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await merchant.client.get(path(id))).body.pagination.total).toBe(30);
    expect(await current(id)).toHaveLength(1);
  });

  it('30 parallel replacements for one partner: one current', async () => {
    const id = await onboarding.company();
    const legal_representative_id = await onboarding.partner(id);
    await Promise.all(
      Array.from({ length: 30 }, () =>
        onboarding.document(id, 'partner_back_id', { legal_representative_id }),
      ),
    );
    expect(await current(id)).toHaveLength(1);
  });

  it('two current ones are impossible in the database too', async () => {
    const id = await onboarding.company();
    await onboarding.document(id, 'cnpj_card');
    await onboarding.document(id, 'cnpj_card');
    const both = service.dataSource.query(
      'UPDATE submerchant_documents SET replaced_at = NULL WHERE submerchant_id = $1',
      [id],
    );
    await expect(both).rejects.toThrow('uq_submerchant_documents_current');
  });

  it('a partner of another submerchant is impossible in the database too', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    const legal_representative_id = await onboarding.partner(one);
    const document = await onboarding.document(one, 'partner_front_id', { legal_representative_id });
    const reassigned = service.dataSource.query(
      'UPDATE submerchant_documents SET submerchant_id = $2 WHERE id = $1',
      [document, two],
    );
    await expect(reassigned).rejects.toThrow('fk_submerchant_documents_legal_representative');
  });
});

describe('unknown ids', () => {
  it('another merchant’s submerchant, a document of another submerchant, and no uuid: 404', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    const document = await onboarding.document(one, 'cnpj_card');
    const stranger = await service.merchant();
    for (const { status, body } of [
      await stranger.client.post(path(one), documentBody('cnpj_card')),
      await stranger.client.get(`${path(one)}/${document}`),
      await merchant.client.get(`${path(two)}/${document}`),
      await merchant.client.post(path('nope'), documentBody('cnpj_card')),
    ]) {
      expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
