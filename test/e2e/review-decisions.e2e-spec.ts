import { CALM, eventsOf, letDocumentExpire, Onboarding, useReview } from '../support';

const { app: service, merchant, onboarding, operator } = useReview();

const decide = (id: string, decision: string, body?: unknown, headers = {}) =>
  operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body, headers);
const judge = (documentId: string, verdict: string, body?: unknown, headers = {}) =>
  operator.client.post(`/v1/review/documents/${documentId}/${verdict}`, body, headers);
const documentsOf = async (id: string) =>
  (await merchant.client.get(`/v1/submerchants/${id}/documents?current=true&limit=100`)).body.data as {
    id: string;
    type: string;
    status: string;
    rejection: object | null;
    verified_at: string | null;
  }[];
const documentOf = async (id: string, type: string) =>
  (await documentsOf(id)).find((document) => document.type === type)!;
const REASONS = { reasons: [{ code: 'unreadable', message: 'Blurred', target: 'front_id' }] };

/** Those of its wallet, whose id is the same, are apart. */
const eventTypes = async (id: string) =>
  (await eventsOf(service.dataSource, id))
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('wallet.'));

describe('approve (specification, Submerchant status; contract §8)', () => {
  it('pending_review → active; approves the documents that were pending at the submission', async () => {
    const id = await onboarding.submittedPerson();
    const answer = await decide(id, 'approve');
    expect(answer).toMatchObject({ status: 200, body: { data: { id, status: 'active' } } });
    expect(await onboarding.read(id)).toMatchObject({ status: 'active' });
    const { reviewed_at, activated_at } = await onboarding.read(id);
    expect([reviewed_at, activated_at]).toEqual([expect.stringMatching(/Z$/), reviewed_at]);
    for (const { status, verified_at } of await documentsOf(id)) {
      expect([status, verified_at]).toEqual(['approved', expect.stringMatching(/Z$/)]);
    }
    expect(await eventTypes(id)).toEqual(['submerchant.pending_review', 'submerchant.active']);
    expect(await eventTypes((await documentOf(id, 'front_id')).id)).toEqual(['document.approved']);
  });

  it('one resent since needs a verdict of its own: 409 DOCUMENTS_NOT_APPROVED', async () => {
    const id = await onboarding.submittedPerson();
    await judge((await documentOf(id, 'front_id')).id, 'reject', { code: 'unreadable' });
    expect(await decide(id, 'approve')).toMatchObject({
      status: 409,
      body: { error: 'DOCUMENTS_NOT_APPROVED', details: [{ field: 'front_id', code: 'document_rejected' }] },
    });
    const resent = await onboarding.document(id, 'front_id');
    expect(await decide(id, 'approve')).toMatchObject({
      status: 409,
      body: { error: 'DOCUMENTS_NOT_APPROVED', details: [{ field: 'front_id', code: 'document_pending' }] },
    });
    // Nothing half-done: the other documents still wait.
    expect((await documentOf(id, 'back_id')).status).toBe('pending');
    expect((await judge(resent, 'approve')).status).toBe(200);
    expect((await decide(id, 'approve')).body.data.status).toBe('active');
  });

  it('a required one expired: 409 DOCUMENTS_NOT_APPROVED', async () => {
    const id = await onboarding.submittedPerson();
    await letDocumentExpire(service.dataSource, id, 'front_id');
    expect(await decide(id, 'approve')).toMatchObject({
      status: 409,
      body: { error: 'DOCUMENTS_NOT_APPROVED', details: [{ field: 'front_id', code: 'document_expired' }] },
    });
  });

  it('an optional document that was rejected does not stand in the way', async () => {
    const { id } = await onboarding.readyCompany();
    const amendment = await onboarding.document(id, 'contract_amendment');
    await onboarding.submit(id);
    await judge(amendment, 'reject', { code: 'too_old' });
    expect((await decide(id, 'approve')).body.data.status).toBe('active');
  });

  it('is not possible from any other status: 409 INVALID_STATE', async () => {
    for (const id of [await onboarding.readyPerson(), await onboarding.activePerson()]) {
      expect(await decide(id, 'approve')).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    }
  });

  it('If-Match: 409 STALE_VERSION when the case has changed', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    expect(await decide(id, 'approve', undefined, { 'if-match': `"${version - 1}"` })).toMatchObject({
      status: 409,
      body: { error: 'STALE_VERSION' },
    });
    expect((await decide(id, 'approve', undefined, { 'if-match': `"${version}"` })).status).toBe(200);
  });
});

describe('reject and request-resubmission (contract §5, §8)', () => {
  it('reject: pending_review → rejected, with coded reasons and correctable', async () => {
    const id = await onboarding.submittedPerson();
    const answer = await decide(id, 'reject', { ...REASONS, correctable: true });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { status: 'rejected', rejection: { ...REASONS, correctable: true } } },
    });
    expect(await eventTypes(id)).toEqual(['submerchant.pending_review', 'submerchant.rejected']);
    expect((await merchant.client.post(`/v1/submerchants/${id}/request-resubmission`)).status).toBe(200);
  });

  it('request-resubmission: pending_review → pending; approved documents stay approved, rejected ones are requirements', async () => {
    const id = await onboarding.submittedPerson();
    await judge((await documentOf(id, 'front_id')).id, 'approve');
    await judge((await documentOf(id, 'back_id')).id, 'reject', {
      code: 'cropped',
      message: 'Corner missing',
    });
    const answer = await decide(id, 'request-resubmission', REASONS);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { status: 'pending', rejection: { ...REASONS, correctable: true } } },
    });
    expect(await eventTypes(id)).toContain('submerchant.resubmission_requested');
    expect((await documentOf(id, 'front_id')).status).toBe('approved');
    expect(await documentOf(id, 'back_id')).toMatchObject({
      status: 'rejected',
      rejection: { code: 'cropped', message: 'Corner missing' },
    });
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 0, rejected: 1 } });
    expect((await merchant.client.post(`/v1/submerchants/${id}/submit-for-review`)).body.details).toEqual([
      expect.objectContaining({ field: 'back_id', code: 'document_rejected' }),
    ]);
    await onboarding.document(id, 'back_id');
    expect((await onboarding.submit(id)).status).toBe('pending_review');
    // The one sent again before this submission was there at the submission.
    expect((await decide(id, 'approve')).body.data.status).toBe('active');
  });

  it('request-resubmission: rejected, any → pending, also a final one', async () => {
    const id = await onboarding.submittedPerson();
    await decide(id, 'reject', { ...REASONS, correctable: false });
    expect((await decide(id, 'request-resubmission', REASONS)).body.data.status).toBe('pending');
    expect((await onboarding.submit(id)).status).toBe('pending_review');
  });

  it.each([
    ['reject', {}],
    ['reject', { reasons: [], correctable: true }],
    ['reject', { reasons: [{ code: 'ugly' }], correctable: true }],
    ['reject', { reasons: [{ message: 'no code' }], correctable: true }],
    ['reject', { ...REASONS }],
    ['reject', { ...REASONS, correctable: 'yes' }],
    ['reject', { ...REASONS, correctable: true, note: 'x' }],
    ['reject', { reasons: 'unreadable', correctable: true }],
    ['request-resubmission', { reasons: [] }],
    ['request-resubmission', { ...REASONS, correctable: true }],
    ['suspend', {}],
  ])('%s with %p: 422', async (decision, body) => {
    const id = await onboarding.submittedPerson();
    expect(await decide(id, decision, body)).toMatchObject({
      status: 422,
      body: { error: 'VALIDATION_FAILED' },
    });
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending_review' });
  });
});

describe('suspend and reactivate (contract §5, Status machine)', () => {
  it('active → suspended → active, each with its event; the reason stays with the operators', async () => {
    const id = await onboarding.activePerson();
    const { activated_at } = await onboarding.read(id);
    expect((await decide(id, 'suspend', { reason: 'fraud alert' })).body.data.status).toBe('suspended');
    expect(await decide(id, 'suspend', { reason: 'again' })).toMatchObject({
      status: 409,
      body: { error: 'INVALID_STATE' },
    });
    expect((await decide(id, 'reactivate', { reason: 'cleared' })).body.data).toMatchObject({
      status: 'active',
      activated_at,
    });
    expect((await eventTypes(id)).slice(-2)).toEqual(['submerchant.suspended', 'submerchant.active']);
    expect((await merchant.client.get(`/v1/submerchants/${id}/timeline`)).text).not.toMatch(
      /fraud alert|cleared/,
    );
  });
});

describe('PATCH /v1/review/submerchants/{id} { mcc } (contract §8)', () => {
  it('sets the category in any status; mcc_source is operator and stays when cnaes change', async () => {
    const id = await onboarding.company({ cnaes: [{ code: '9700-5/00', is_primary: true }] });
    const path = `/v1/review/submerchants/${id}`;
    const answer = await operator.client.patch(path, { mcc: '7299' }, { 'if-match': '"1"' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { mcc: '7299', mcc_source: 'operator', version: 2 } },
    });
    await merchant.client.patch(`/v1/submerchants/${id}`, { cnaes: [{ code: '4711302', is_primary: true }] });
    expect(await onboarding.read(id)).toMatchObject({ mcc: '7299', mcc_source: 'operator', version: 3 });
    expect((await operator.client.patch(path, { mcc: '5411' }, { 'if-match': '"1"' })).body.error).toBe(
      'STALE_VERSION',
    );
    for (const body of [{}, { mcc: null }, { mcc: '54' }, { mcc: '5411', status: 'active' }]) {
      expect((await operator.client.patch(path, body)).status).toBe(422);
    }
    const active = await onboarding.activePerson();
    expect((await operator.client.patch(`/v1/review/submerchants/${active}`, { mcc: '8011' })).status).toBe(
      200,
    );
    const viewer = await service.operator({ role: 'viewer' });
    expect((await viewer.client.patch(path, { mcc: '5411' })).status).toBe(403);
  });
});

describe('who may decide (contract §2, §8)', () => {
  it('a viewer may not: 403; reviewer and admin may', async () => {
    const viewer = await service.operator({ role: 'viewer' });
    const admin = await service.operator({ role: 'admin' });
    const id = await onboarding.submittedPerson();
    expect((await viewer.client.post(`/v1/review/submerchants/${id}/approve`)).status).toBe(403);
    expect(
      (await viewer.client.post(`/v1/review/documents/${(await documentOf(id, 'front_id')).id}/approve`))
        .status,
    ).toBe(403);
    expect((await admin.client.post(`/v1/review/submerchants/${id}/approve`)).status).toBe(200);
  });

  it('a merchant’s credentials open nothing under /v1/review: 403; an operator’s nothing else', async () => {
    const id = await onboarding.submittedPerson();
    expect((await merchant.client.post(`/v1/review/submerchants/${id}/approve`)).status).toBe(403);
    expect((await operator.client.get(`/v1/submerchants/${id}`)).status).toBe(403);
    expect((await operator.client.post(`/v1/sandbox/submerchants/${id}/approve`)).status).toBe(403);
  });

  it('unknown ids: 404', async () => {
    for (const id of ['nope', '01890000-0000-7000-8000-000000000000']) {
      expect((await decide(id, 'approve')).status).toBe(404);
      expect((await judge(id, 'approve')).status).toBe(404);
    }
  });

  it('operators see the tax number masked', async () => {
    const id = await onboarding.submittedPerson();
    expect((await decide(id, 'approve')).body.data.tax_id).toBe('*******4725');
  });
});

describe('the sandbox twins (contract §6, Sandbox)', () => {
  it('approve and reject do what an operator does; the timeline says operator', async () => {
    const id = await onboarding.activePerson();
    const { body } = await merchant.client.get(`/v1/submerchants/${id}/timeline?limit=1`);
    expect(body.data[0]).toMatchObject({ type: 'approved', actor: 'operator' });
    const other = await onboarding.submittedPerson();
    const rejected = await merchant.client.post(`/v1/sandbox/submerchants/${other}/reject`);
    expect(rejected.body.data).toMatchObject({
      status: 'rejected',
      rejection: { reasons: [{ code: 'other', message: null, target: null }], correctable: true },
    });
    expect((await merchant.client.post(`/v1/sandbox/submerchants/${other}/approve`)).body.error).toBe(
      'INVALID_STATE',
    );
  });

  it('live merchants have none: 404', async () => {
    const live = await service.merchant({ mode: 'live' });
    const id = await new Onboarding(live.client).submittedPerson(CALM);
    for (const decision of ['approve', 'reject']) {
      expect((await live.client.post(`/v1/sandbox/submerchants/${id}/${decision}`)).status).toBe(404);
    }
    expect((await decide(id, 'approve')).status).toBe(200);
  });
});
