import {
  COMPANY_DOCUMENTS,
  eventsOf,
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

const base = (id: string) => `/v1/submerchants/${id}`;
const submit = (id: string, query = '', body?: unknown, headers = {}) =>
  merchant.client.post(`${base(id)}/submit-for-review${query}`, body, headers);
interface Detail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

describe('submit-for-review (specification, Submerchant status; contract §5)', () => {
  it('pj: at least one legal representative exists, else it cannot be submitted', async () => {
    const id = await onboarding.company();
    await onboarding.address(id);
    for (const type of COMPANY_DOCUMENTS) await onboarding.document(id, type);
    const answer = await submit(id);
    expect(answer).toMatchObject({ status: 422, body: { success: false, error: 'REQUIREMENTS_NOT_MET' } });
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: 'legal_representatives', code: 'legal_representative_required' }),
    ]);
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending', submitted_at: null });
  });

  it('all that is missing is reported at once, one entry per requirement', async () => {
    const { body } = await submit(await onboarding.company());
    expect(body.details.map(({ field, code }: Detail) => [field, code])).toEqual([
      ['legal_representatives', 'legal_representative_required'],
      ['addresses', 'address_required'],
      ...COMPANY_DOCUMENTS.map((type) => [type, 'document_missing']),
    ]);
  });

  it('per partner where it applies', async () => {
    const { id, partnerId } = await onboarding.readyCompany();
    const second = await onboarding.partner(id, { document: '11144477735' });
    const { body } = await submit(id);
    expect(body.details.map(({ field, code }: Detail) => [field, code])).toEqual(
      PARTNER_DOCUMENTS.map((type) => [type, 'document_missing']),
    );
    for (const { message } of body.details as Detail[]) {
      expect(message).toContain(second);
      expect(message).not.toContain(partnerId);
    }
  });

  it('pf: needs no partner, but an address and the personal documents', async () => {
    const { body } = await submit(await onboarding.person());
    expect(body.details.map(({ field, code }: Detail) => [field, code])).toEqual([
      ['addresses', 'address_required'],
      ...PERSONAL_DOCUMENTS.map((type) => [type, 'document_missing']),
    ]);
  });

  it('an expired document counts as expired', async () => {
    const id = await onboarding.readyPerson();
    await onboarding.document(id, 'front_id', { expires_at: '2020-01-01' });
    const { body } = await submit(id);
    expect(body.details).toEqual([expect.objectContaining({ field: 'front_id', code: 'document_expired' })]);
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 1, rejected: 0 } });
  });

  it('pending → pending_review; answers 200 with the record', async () => {
    const id = await onboarding.readyPerson();
    const answer = await submit(id);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { id, status: 'pending_review' } },
    });
    expect(answer.body.data.submitted_at).toMatch(/Z$/);
    expect(answer.body.data).toEqual(await onboarding.read(id));
  });

  it('takes no body, an empty one or {}; anything else is 422', async () => {
    for (const body of [undefined, '', '{}']) {
      expect((await submit(await onboarding.readyPerson(), '', body)).status).toBe(200);
    }
    const id = await onboarding.readyPerson();
    for (const body of [{ force: true }, [], '"x"', '1'])
      expect((await submit(id, '', body)).status).toBe(422);
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending' });
  });

  it('is not possible from any other status: 409 INVALID_STATE', async () => {
    const reviewed = await onboarding.submittedPerson();
    expect(await submit(reviewed)).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    const active = await onboarding.activePerson();
    expect(await submit(active)).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    await merchant.client.post(`/v1/sandbox/submerchants/${reviewed}/reject`);
    expect(await submit(reviewed)).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
  });

  it('writes submerchant.pending_review with the record, in the same transaction', async () => {
    const id = await onboarding.readyPerson();
    await submit(await onboarding.company());
    const { data } = (await submit(id)).body as { data: object };
    const events = await eventsOf(service.dataSource, id);
    expect(events.map(({ type }) => type)).toEqual(['submerchant.pending_review']);
    expect(JSON.parse(events[0]!.payload)).toEqual({ submerchant: data });
  });

  it('Idempotency-Key: a repeat replays the first answer', async () => {
    const id = await onboarding.readyPerson();
    const headers = { 'idempotency-key': 'submit-once' };
    const first = await submit(id, '', undefined, headers);
    const second = await submit(id, '', undefined, headers);
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  it('?dry_run=true answers what the real call would and changes nothing', async () => {
    const incomplete = await onboarding.person();
    expect((await submit(incomplete, '?dry_run=true')).text.replace(/"request_id":"[^"]*"/, '')).toBe(
      (await submit(incomplete)).text.replace(/"request_id":"[^"]*"/, ''),
    );
    const id = await onboarding.readyPerson();
    const before = await onboarding.read(id);
    const headers = { 'idempotency-key': 'dry' };
    const dry = await submit(id, '?dry_run=true', undefined, headers);
    expect(dry).toMatchObject({ status: 200, body: { data: { status: 'pending_review' } } });
    expect(await onboarding.read(id)).toEqual(before);
    expect(await eventsOf(service.dataSource, id)).toEqual([]);
    expect((await submit(id, '?dry_run=false', undefined, headers)).status).toBe(200);
    expect((await submit(id, '?dry_run=true')).status).toBe(409);
    expect((await submit(id, '?dry_run=maybe')).status).toBe(422);
  });

  it('another merchant’s submerchant: 404', async () => {
    const id = await onboarding.readyPerson();
    const stranger = await service.merchant();
    expect((await stranger.client.post(`${base(id)}/submit-for-review`)).status).toBe(404);
    expect((await stranger.client.post(`${base(id)}/request-resubmission`)).status).toBe(404);
    expect((await stranger.client.post(`/v1/sandbox/submerchants/${id}/approve`)).status).toBe(404);
  });

  it.each(['submit-for-review', 'request-resubmission'])(
    '%s needs the scope write; its dry run changes nothing, so read is enough (contract §2)',
    async (action) => {
      const reader = await service.merchant({ scopes: ['read'] });
      const path = `${base('01890000-0000-7000-8000-000000000000')}/${action}`;
      const statusOf = async (query: string) => (await reader.client.post(path + query)).status;
      expect(await statusOf('')).toBe(403);
      expect(await statusOf('?dry_run=false')).toBe(403);
      expect(await statusOf('?dry_run=true&dry_run=false')).toBe(403);
      expect(await statusOf('?dry_run=true')).toBe(404);
    },
  );
});

describe('rejection and resubmission (specification, Submerchant status; contract §5)', () => {
  const reject = (id: string, body?: unknown) =>
    merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`, body);

  it('rejected, then request-resubmission, then editing, then submit-for-review again, then active', async () => {
    const id = await onboarding.submittedPerson();
    const rejected = await reject(id, {
      reasons: [{ code: 'data_mismatch', message: 'Name differs', target: 'legal_name' }],
    });
    const rejection = {
      reasons: [{ code: 'data_mismatch', message: 'Name differs', target: 'legal_name' }],
      correctable: true,
    };
    expect(rejected).toMatchObject({ status: 200, body: { data: { status: 'rejected', rejection } } });
    const reopened = await merchant.client.post(`${base(id)}/request-resubmission`);
    // The rejection stays visible until the next submission.
    expect(reopened).toMatchObject({ status: 200, body: { data: { status: 'pending', rejection } } });
    expect((await merchant.client.patch(base(id), { legal_name: 'Ana de Souza' })).body.data).toMatchObject({
      rejection,
    });
    expect((await submit(id)).body.data).toMatchObject({ status: 'pending_review', rejection: null });
    expect((await merchant.client.post(`/v1/sandbox/submerchants/${id}/approve`)).body.data).toMatchObject({
      status: 'active',
    });
    expect((await eventsOf(service.dataSource, id)).map(({ type }) => type)).toEqual([
      'submerchant.pending_review',
      'submerchant.rejected',
      'submerchant.resubmission_requested',
      'submerchant.pending_review',
      'submerchant.active',
    ]);
  });

  it('a final rejection: 409 RESUBMISSION_NOT_ALLOWED', async () => {
    const id = await onboarding.submittedPerson();
    await reject(id, { reasons: [{ code: 'prohibited_activity' }], correctable: false });
    const answer = await merchant.client.post(`${base(id)}/request-resubmission`);
    expect(answer).toMatchObject({ status: 409, body: { error: 'RESUBMISSION_NOT_ALLOWED' } });
    expect(await onboarding.read(id)).toMatchObject({
      status: 'rejected',
      rejection: { correctable: false },
    });
  });

  it('request-resubmission is not possible from any other status: 409 INVALID_STATE', async () => {
    const ids = [
      await onboarding.person(),
      await onboarding.submittedPerson(),
      await onboarding.activePerson(),
    ];
    for (const id of ids) {
      const answer = await merchant.client.post(`${base(id)}/request-resubmission`);
      expect(answer).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    }
  });

  it('request-resubmission?dry_run=true changes nothing', async () => {
    const id = await onboarding.submittedPerson();
    await reject(id);
    const answer = await merchant.client.post(`${base(id)}/request-resubmission?dry_run=true`);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
    expect(await onboarding.read(id)).toMatchObject({ status: 'rejected' });
  });

  it('a merchant sees suspected_forgery, sanctions_list, high_risk as other without message', async () => {
    const id = await onboarding.submittedPerson();
    const codes = ['suspected_forgery', 'sanctions_list', 'high_risk', 'duplicate_registration'];
    await reject(id, {
      reasons: codes.map((code) => ({ code, message: `about ${code}` })),
      correctable: false,
    });
    const seen = (await onboarding.read(id)).rejection?.reasons;
    expect(seen).toEqual([
      { code: 'other', message: null, target: null },
      { code: 'other', message: null, target: null },
      { code: 'other', message: null, target: null },
      { code: 'duplicate_registration', message: 'about duplicate_registration', target: null },
    ]);
    const timeline = await merchant.client.get(`${base(id)}/timeline`);
    const events = await eventsOf(service.dataSource, id);
    for (const text of [timeline.text, events.map(({ payload }) => payload).join()]) {
      expect(text).not.toMatch(/forgery|sanctions|high_risk/);
      expect(text).toContain('duplicate_registration');
    }
  });
});

describe('timeline (contract §5)', () => {
  it('tells every step, newest first, without naming an operator', async () => {
    const { id } = await onboarding.readyCompany();
    await onboarding.submit(id);
    const operator = await service.operator();
    await operator.client.post(`/v1/review/submerchants/${id}/approve`);
    const { body, text } = await merchant.client.get(`${base(id)}/timeline?limit=100`);
    const steps = body.data as {
      at: string;
      type: string;
      from: string | null;
      to: string | null;
      actor: string;
      details: object;
    }[];
    expect(Object.keys(steps[0]!).sort()).toEqual(['actor', 'at', 'details', 'from', 'to', 'type']);
    expect(steps.find(({ type }) => type === 'approved')).toMatchObject({
      from: 'pending_review',
      to: 'active',
      actor: 'operator',
    });
    expect(steps.find(({ type }) => type === 'submitted')).toMatchObject({
      from: 'pending',
      to: 'pending_review',
      actor: 'merchant',
    });
    expect(steps.at(-1)).toMatchObject({ type: 'created', from: null, to: 'pending', actor: 'merchant' });
    expect(steps.filter(({ type }) => type === 'document_sent')).toHaveLength(7);
    expect(steps.filter(({ type }) => type === 'document_approved')).toHaveLength(7);
    expect(text).not.toContain(operator.id);
    expect(text).not.toContain(operator.email);
    const times = steps.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });
});
