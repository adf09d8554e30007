import {
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { CASES, CaseBench, UNKNOWN_ID } from '../support/case-bench';

let service: TestService;
let cases: CaseBench;
let merchant: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  service = await startService();
  cases = await CaseBench.open(service);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
});
beforeEach(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});
afterAll(() => service.stop());

const REASONS = { reasons: [{ code: 'unreadable' }] };
const queued = async (by: TestOperator, query: string): Promise<string[]> =>
  (await by.client.get(`${CASES}?merchant_id=${merchant.id}&${query}`)).body.data.map(
    ({ id }: { id: string }) => id,
  );

/** Everything that an operator may decide on a case in review. */
async function decisionsOn(by: TestOperator, id: string) {
  const front = await cases.documentOf(id, 'front_id');
  return Promise.all([
    cases.post(by, id, 'approve'),
    cases.post(by, id, 'reject', { ...REASONS, correctable: true }),
    cases.post(by, id, 'reject', { ...REASONS, correctable: false }),
    cases.post(by, id, 'request-resubmission', REASONS),
    cases.post(by, id, 'suspend', { reason: 'x' }),
    cases.post(by, id, 'reactivate', { reason: 'x' }),
    cases.setMcc(by, id, '5411'),
    by.client.send('DELETE', `${CASES}/${id}/decision`, { note: 'x' }),
    cases.judge(by, front, 'approve'),
    cases.judge(by, front, 'reject', { code: 'cropped' }),
  ]);
}

describe('POST …/claim (contract §8)', () => {
  it('gives the case to whoever asks first, for 30 minutes; everybody sees it', async () => {
    const id = await onboarding.submittedPerson();
    expect(await cases.read(id)).toMatchObject({ claim: null });
    const answer = await cases.claim(ana, id);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        id,
        claim: {
          operator: ana.email,
          mine: true,
          claimed_at: expect.stringMatching(/Z$/),
          expires_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    const { claimed_at, expires_at } = answer.body.data.claim;
    expect(Date.parse(expires_at) - Date.parse(claimed_at)).toBe(30 * 60_000);
    const seen = { operator: ana.email, mine: false, claimed_at, expires_at };
    expect((await cases.read(id, bia)).claim).toEqual(seen);
    const [row] = (await bia.client.get(`${CASES}?merchant_id=${merchant.id}`)).body.data;
    expect(row).toMatchObject({ id, claim: seen });
    expect((await cases.read(id, ana)).claim).toMatchObject({ operator: ana.email, mine: true, claimed_at });
  });

  it('again by its holder: 200, since the same moment, one step in the operators’ timeline', async () => {
    const id = await onboarding.submittedPerson();
    const first = await cases.claim(ana, id);
    const again = await cases.claim(ana, id);
    expect([again.status, again.body.data.claim.claimed_at]).toEqual([200, first.body.data.claim.claimed_at]);
    const { timeline } = await cases.read(id);
    expect(timeline[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      type: 'claimed',
      from: null,
      to: null,
      actor: 'operator',
      operator: ana.email,
      details: {},
    });
    expect((await cases.steps(id)).filter((type) => type === 'claimed')).toHaveLength(1);
  });

  it('held by another: 409 CASE_CLAIMED for claim, release and every decision, saying who and until when', async () => {
    const id = await onboarding.submittedPerson();
    const { claim: held } = (await cases.claim(ana, id)).body.data;
    const { version } = await onboarding.read(id);
    const answers = [
      await cases.claim(bia, id),
      await cases.post(bia, id, 'release'),
      ...(await decisionsOn(bia, id)),
    ];
    expect(answers).toHaveLength(12);
    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([409, 'CASE_CLAIMED']);
      expect(body.message).toContain(ana.email);
      expect(body.details).toEqual([
        { field: 'operator', code: 'claimed_by', message: ana.email },
        { field: 'expires_at', code: 'claimed_until', message: held.expires_at },
      ]);
    }
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending_review', version });
    expect(await cases.holder(id)).toBe(ana.email);
    expect((await cases.post(ana, id, 'approve')).status).toBe(200);
  });

  it('does not stand in the way of looking, of notes and of a reveal', async () => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    expect((await bia.client.get(`${CASES}/${id}`)).status).toBe(200);
    expect((await cases.post(bia, id, 'notes', { text: 'Seen before' })).status).toBe(201);
    expect((await cases.post(bia, id, 'reveal')).status).toBe(200);
    expect(await cases.holder(id)).toBe(ana.email);
  });

  it('where nothing waits: 409 INVALID_STATE', async () => {
    const rejected = await onboarding.submittedPerson();
    await cases.post(ana, rejected, 'reject', { ...REASONS, correctable: true });
    for (const id of [await onboarding.readyPerson(), await onboarding.activePerson(), rejected]) {
      expect(await cases.claim(ana, id)).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    }
  });

  it('unknown ids: 404; a viewer and a merchant: 403', async () => {
    const id = await onboarding.submittedPerson();
    for (const action of ['claim', 'release']) {
      for (const unknown of ['nope', UNKNOWN_ID])
        expect((await cases.post(ana, unknown, action)).status).toBe(404);
      expect((await cases.post(cases.viewer, id, action)).status).toBe(403);
      expect((await merchant.client.post(`${CASES}/${id}/${action}`)).status).toBe(403);
      expect((await cases.post(ana, id, action, { for: 'bia' })).status).toBe(422);
    }
    expect(await cases.holder(id)).toBeNull();
  });

  it('with an Idempotency-Key: the same answer again', async () => {
    const id = await onboarding.submittedPerson();
    const headers = { 'idempotency-key': `claim-${id}` };
    const first = await cases.post(ana, id, 'claim', undefined, headers);
    const again = await cases.post(ana, id, 'claim', undefined, headers);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
  });
});

describe('POST …/release', () => {
  it('by its holder: free; of a free case: 200; another’s: 409', async () => {
    const id = await onboarding.submittedPerson();
    expect(await cases.post(ana, id, 'release')).toMatchObject({
      status: 200,
      body: { data: { id, claim: null } },
    });
    await cases.claim(ana, id);
    expect((await cases.post(bia, id, 'release')).body.error).toBe('CASE_CLAIMED');
    expect(await cases.post(ana, id, 'release')).toMatchObject({
      status: 200,
      body: { data: { id, claim: null } },
    });
    expect((await cases.steps(id)).slice(0, 2)).toEqual(['released', 'claimed']);
    expect((await cases.claim(bia, id)).status).toBe(200);
  });
});

describe('decisions and claims', () => {
  it('deciding a free case claims it', async () => {
    const id = await onboarding.submittedPerson();
    const front = await cases.documentOf(id, 'front_id');
    expect((await cases.judge(ana, front, 'reject', { code: 'cropped' })).status).toBe(200);
    expect(await cases.holder(id)).toBe(ana.email);
    expect((await cases.judge(bia, front, 'approve')).body.error).toBe('CASE_CLAIMED');
  });

  it('one that was refused does not', async () => {
    const id = await onboarding.submittedPerson();
    await cases.judge(ana, await cases.documentOf(id, 'front_id'), 'reject', { code: 'cropped' });
    await cases.post(ana, id, 'release');
    expect((await cases.post(bia, id, 'approve')).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    expect((await cases.post(bia, id, 'approve', undefined, { 'if-match': '"1"' })).body.error).toBe(
      'STALE_VERSION',
    );
    expect(await cases.holder(id)).toBeNull();
  });

  it.each([
    ['approve', undefined],
    ['reject', { ...REASONS, correctable: true }],
    ['request-resubmission', REASONS],
  ])('%s ends the case and the claim', async (decision, body) => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    expect(await cases.post(ana, id, decision, body)).toMatchObject({
      status: 200,
      body: { data: { claim: null, due_at: null, awaiting_second: null } },
    });
    expect(await cases.holder(id)).toBeNull();
  });

  it('sent back and submitted again: a free case', async () => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    await cases.post(ana, id, 'request-resubmission', REASONS);
    await onboarding.submit(id);
    expect((await cases.claim(bia, id)).status).toBe(200);
  });

  it('a decision of the sandbox ends the claim too', async () => {
    const [approved, rejected] = [await onboarding.submittedPerson(), await onboarding.submittedPerson()];
    for (const id of [approved, rejected]) await cases.claim(ana, id);
    expect((await merchant.client.post(`/v1/sandbox/submerchants/${approved}/approve`)).status).toBe(200);
    expect((await merchant.client.post(`/v1/sandbox/submerchants/${rejected}/reject`)).status).toBe(200);
    expect([await cases.holder(approved), await cases.holder(rejected)]).toEqual([null, null]);
  });

  it('of an active submerchant: the verdict on the last document that waits ends the claim', async () => {
    const id = await onboarding.activePerson();
    for (const type of ['front_id', 'back_id']) await letDocumentExpire(service.dataSource, id, type);
    const [front, back] = [
      await onboarding.document(id, 'front_id'),
      await onboarding.document(id, 'back_id'),
    ];
    await cases.claim(ana, id);
    expect((await cases.read(id)).due_at).toMatch(/Z$/);
    await cases.judge(ana, front, 'approve');
    expect((await cases.judge(bia, back, 'approve')).body.error).toBe('CASE_CLAIMED');
    expect((await cases.post(bia, id, 'suspend', { reason: 'x' })).body.error).toBe('CASE_CLAIMED');
    expect((await cases.post(ana, id, 'suspend', { reason: 'x' })).status).toBe(200);
    expect(await cases.holder(id)).toBe(ana.email);
    await cases.judge(ana, back, 'reject', { code: 'unreadable' });
    expect(await cases.read(id)).toMatchObject({ claim: null, due_at: null });
    expect((await cases.post(bia, id, 'reactivate', { reason: 'x' })).body.data).toMatchObject({
      status: 'active',
      claim: null,
    });
  });
});

describe('the queue', () => {
  it('assignee=me: one’s own claims; none: those that nobody has', async () => {
    const [mine, hers, free] = [
      await onboarding.submittedPerson(),
      await onboarding.submittedPerson(),
      await onboarding.submittedPerson(),
    ];
    await cases.claim(ana, mine);
    await cases.claim(bia, hers);
    expect(await queued(ana, 'assignee=me')).toEqual([mine]);
    expect(await queued(bia, 'assignee=me')).toEqual([hers]);
    expect(await queued(cases.viewer, 'assignee=me')).toEqual([]);
    expect(await queued(ana, 'assignee=none')).toEqual([free]);
    const { pagination } = (await ana.client.get(`${CASES}?merchant_id=${merchant.id}&assignee=none`)).body;
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1 });
    expect(await queued(ana, '')).toEqual([mine, hers, free]);
  });

  it('due_at: 48 hours after it began to wait; null in a case where nothing waits', async () => {
    const id = await onboarding.submittedPerson();
    const { submitted_at } = await onboarding.read(id);
    const due = new Date(Date.parse(submitted_at!) + 48 * 3_600_000).toISOString();
    const [row] = (await ana.client.get(`${CASES}?merchant_id=${merchant.id}`)).body.data;
    expect([row.due_at, (await cases.read(id)).due_at]).toEqual([due, due]);
    expect((await cases.read(await onboarding.readyPerson())).due_at).toBeNull();
    expect((await cases.read(await onboarding.activePerson())).due_at).toBeNull();
  });
});

describe('its merchant', () => {
  it('sees nothing of claims', async () => {
    const id = await onboarding.submittedPerson();
    const everything = async () =>
      Promise.all(
        ['', '/timeline', '/documents', '/requirements'].map(
          async (part) => (await merchant.client.get(`/v1/submerchants/${id}${part}`)).text,
        ),
      );
    const before = await everything();
    await cases.claim(ana, id);
    await cases.post(ana, id, 'release');
    await cases.claim(bia, id);
    expect(await everything()).toEqual(before);
  });
});
