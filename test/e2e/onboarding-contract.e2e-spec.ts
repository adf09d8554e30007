import {
  addressBody,
  companyBody,
  documentBody,
  eventsOf,
  letDocumentExpire,
  partnerBody,
  personBody,
  useReview,
} from '../support';

/** Sentences of contract §5 that no other spec of the onboarding says. */

const { app: service, merchant, onboarding, operator } = useReview();

const base = (id: string) => `/v1/submerchants/${id}`;
const decide = (id: string, decision: string, body?: unknown) =>
  operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body);
const documentOf = async (id: string, type: string) =>
  (await merchant.client.get(`${base(id)}/documents?current=true&type=${type}`)).body.data[0] as {
    id: string;
    status: string;
  };
const rejectDocument = async (id: string, type: string, code = 'unreadable') =>
  operator.client.post(`/v1/review/documents/${(await documentOf(id, type)).id}/reject`, { code });
const today = () => new Date().toISOString().slice(0, 10);

describe('the records (contract §5): these fields and no others', () => {
  it('submerchant', async () => {
    expect(Object.keys(await onboarding.read(await onboarding.company())).sort()).toEqual(
      [
        ...[
          'entity_type',
          'trade_name',
          'legal_name',
          'tax_id',
          'email',
          'phone',
          'birth_date',
          'mother_name',
        ],
        ...['business_type', 'product_categories', 'average_ticket', 'monthly_revenue', 'mcc', 'cnaes'],
        ...['id', 'merchant_id', 'status', 'mcc_source', 'requirements', 'rejection', 'version'],
        ...['submitted_at', 'reviewed_at', 'activated_at', 'created_at', 'updated_at'],
      ].sort(),
    );
  });

  it('document', async () => {
    const id = await onboarding.person();
    await onboarding.document(id, 'front_id');
    expect(Object.keys(await documentOf(id, 'front_id')).sort()).toEqual(
      [
        ...['type', 'number', 'file_url', 'file_name', 'file_size', 'mime_type', 'expires_at', 'notes'],
        ...['legal_representative_id', 'id', 'submerchant_id', 'status', 'rejection', 'replaced_at'],
        ...['version', 'verified_at', 'created_at', 'updated_at'],
      ].sort(),
    );
  });
});

describe('phone and birth_date', () => {
  it('phone: 8 to 15 digits', async () => {
    for (const phone of ['12345678', '123456789012345']) {
      const { body } = await merchant.client.post('/v1/submerchants', companyBody({ phone }));
      expect(body.data.phone).toBe(phone);
    }
  });

  it('birth_date: in the past, of a submerchant and of a partner', async () => {
    const id = await onboarding.company();
    for (const birth_date of [today(), '2999-01-01']) {
      const answers = [
        await merchant.client.post('/v1/submerchants', personBody({ birth_date })),
        await merchant.client.patch(base(id), { birth_date }),
        await merchant.client.post(`${base(id)}/legal-representatives`, partnerBody({ birth_date })),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 422, body: { details: [{ field: 'birth_date' }] } });
      }
    }
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect((await merchant.client.patch(base(id), { birth_date: yesterday })).status).toBe(200);
  });

  it('phone of a partner is text up to 40', async () => {
    const id = await onboarding.company();
    const phone = `Ramal de São Paulo, à tarde: ${'1'.repeat(11)}`;
    expect(phone).toHaveLength(40);
    const answer = await merchant.client.post(`${base(id)}/legal-representatives`, partnerBody({ phone }));
    expect(answer).toMatchObject({ status: 201, body: { data: { phone } } });
  });

  it('shares: a sum above 100 is accepted', async () => {
    const id = await onboarding.company();
    for (const document of ['52998224725', '11144477735']) {
      await onboarding.partner(id, { document, participation_percentage: 100 });
    }
    expect((await merchant.client.get(`${base(id)}/legal-representatives`)).body.pagination.total).toBe(2);
  });
});

describe('documents', () => {
  it('file_url: http and https, not resolved at creation', async () => {
    const id = await onboarding.person();
    for (const file_url of ['http://no-such-host.invalid/a.pdf', 'https://127.0.0.1:1/a.pdf?x=1#2']) {
      const answer = await merchant.client.post(
        `${base(id)}/documents`,
        documentBody('front_id', { file_url }),
      );
      expect(answer).toMatchObject({ status: 201, body: { data: { file_url } } });
    }
  });

  it('file_name that disagrees with mime_type is accepted', async () => {
    const id = await onboarding.person();
    const body = documentBody('front_id', { file_name: 'front.exe', mime_type: 'image/png' });
    expect((await merchant.client.post(`${base(id)}/documents`, body)).status).toBe(201);
  });

  it('the list: current=true only those not replaced, else all of them', async () => {
    const id = await onboarding.person();
    const earlier = await onboarding.document(id, 'front_id');
    const current = await onboarding.document(id, 'front_id');
    const ids = async (query: string) =>
      (await merchant.client.get(`${base(id)}/documents${query}`)).body.data.map(
        (document: { id: string }) => document.id,
      );
    expect(await ids('?current=true')).toEqual([current]);
    expect(await ids('')).toEqual([current, earlier]);
    expect(await ids('?current=false')).toEqual([current, earlier]);
    expect((await merchant.client.get(`${base(id)}/documents?current=yes`)).status).toBe(422);
  });

  it('suspended and active: a rejected document may be resent, and waits for a verdict', async () => {
    for (const suspended of [false, true]) {
      const id = await onboarding.activePerson();
      await letDocumentExpire(service.dataSource, id, 'front_id');
      await onboarding.document(id, 'front_id');
      if (suspended) await decide(id, 'suspend', { reason: 'x' });
      expect((await rejectDocument(id, 'front_id')).status).toBe(200);
      const again = await onboarding.document(id, 'front_id');
      expect(await documentOf(id, 'front_id')).toMatchObject({ id: again, status: 'pending' });
    }
  });

  it('a verdict moves a document both ways: pending → rejected → approved → rejected', async () => {
    const id = await onboarding.submittedPerson();
    const { id: documentId } = await documentOf(id, 'front_id');
    await rejectDocument(id, 'front_id');
    await operator.client.post(`/v1/review/documents/${documentId}/approve`);
    await rejectDocument(id, 'front_id');
    expect((await eventsOf(service.dataSource, documentId)).map(({ type }) => type)).toEqual([
      'document.rejected',
      'document.approved',
      'document.rejected',
    ]);
  });
});

describe('requirements: every status of an item', () => {
  it('missing, pending, rejected, expired, recommended, satisfied', async () => {
    const id = await onboarding.submittedPerson();
    await rejectDocument(id, 'front_id');
    const { id: back } = await documentOf(id, 'back_id');
    await operator.client.post(`/v1/review/documents/${back}/approve`);
    await letDocumentExpire(service.dataSource, id, 'selfie_with_id');
    await decide(id, 'request-resubmission', { reasons: [{ code: 'other' }] });
    const { body: addresses } = await merchant.client.get(`${base(id)}/addresses`);
    await merchant.client.delete(`${base(id)}/addresses/${addresses.data[0].id}`);
    const { body } = await merchant.client.get(`${base(id)}/requirements`);
    const items = body.data.items as { target: string; code: string; status: string }[];
    expect(items.map(({ target, code, status }) => `${target} ${code} ${status}`)).toEqual([
      'addresses address_required missing',
      'front_id document_rejected rejected',
      'back_id document_approved satisfied',
      'selfie_with_id document_expired expired',
      'proof_of_residence document_pending pending',
      'birth_date field_recommended recommended',
      'mother_name field_recommended recommended',
      'mcc field_recommended recommended',
    ]);
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 2, rejected: 1 } });
    await merchant.client.post(`${base(id)}/addresses`, addressBody());
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 1, rejected: 1 } });
  });
});

const DOCUMENT_CODES = [
  ...['unreadable', 'cropped', 'wrong_type', 'missing_page', 'expired', 'name_mismatch', 'tax_id_mismatch'],
  ...['address_mismatch', 'too_old', 'selfie_mismatch', 'password_protected', 'suspected_forgery', 'other'],
];
const CASE_REASONS = [
  ...DOCUMENT_CODES,
  ...['data_mismatch', 'missing_information', 'duplicate_registration', 'prohibited_activity'],
  ...['sanctions_list', 'high_risk', 'not_eligible'],
];

describe('codes', () => {
  it('of documents: exactly these, each possible', async () => {
    const { body } = await service.anonymous.get('/openapi-review.json');
    expect(body.components.schemas.RejectDocumentBody.properties.code.enum).toEqual(DOCUMENT_CODES);
    const id = await onboarding.submittedPerson();
    for (const code of DOCUMENT_CODES) {
      const { body: rejected } = await rejectDocument(id, 'front_id', code);
      expect(rejected.data).toMatchObject({ status: 'rejected', rejection: { code } });
      await onboarding.document(id, 'front_id');
    }
  });

  it('of cases: exactly these, each possible, with a target', async () => {
    const { body } = await service.anonymous.get('/openapi-review.json');
    expect(body.components.schemas.ReasonBody.properties.code.enum).toEqual(CASE_REASONS);
    const id = await onboarding.submittedPerson();
    const { id: target } = await documentOf(id, 'front_id');
    const reasons = CASE_REASONS.map((code) => ({ code, message: 'See there', target }));
    expect(await decide(id, 'reject', { reasons, correctable: false })).toMatchObject({
      status: 200,
      body: { data: { rejection: { reasons, correctable: false } } },
    });
  });
});
