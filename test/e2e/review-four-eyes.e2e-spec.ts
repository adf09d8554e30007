import {
  CALM,
  eventsOf,
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { CASES, CaseBench } from '../support/case-bench';

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
  merchant = await service.merchant({ mode: 'live' });
  onboarding = new Onboarding(merchant.client);
});
afterAll(() => service.stop());

const REASONS = { reasons: [{ code: 'high_risk', message: 'On our list', target: 'tax_id' }] };
const FINALLY = { ...REASONS, correctable: false };
/** A category that is on the list of FOUR_EYES_MCCS. */
const GAMBLING = '7995';
const events = async (id: string) => (await eventsOf(service.dataSource, id)).map(({ type }) => type);

async function submittedGambler(): Promise<string> {
  const id = await onboarding.readyPerson({ ...CALM, mcc: GAMBLING });
  await onboarding.submit(id);
  return id;
}

describe('a final rejection of a live merchant’s submerchant (contract §8, Four eyes)', () => {
  it('answers 202 and keeps the decision: the merchant sees nothing and gets no event; the claim ends', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'claim');
    const before = await cases.merchantSees(merchant, id);
    const answer = await cases.post(ana, id, 'reject', FINALLY);
    const awaiting = {
      decision: 'reject',
      by: ana.email,
      mine: true,
      hindrance: 'same_operator',
      at: expect.stringMatching(/Z$/) as string,
      ...REASONS,
    };
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { id, status: 'pending_review', rejection: null, claim: null } },
    });
    expect(answer.body.data.awaiting_second).toEqual(awaiting);
    expect(await cases.merchantSees(merchant, id)).toEqual(before);
    const seen = { ...awaiting, mine: false, hindrance: null };
    expect(await cases.read(id)).toMatchObject({ claim: null, awaiting_second: seen });
    const [row] = (await bia.client.get(`${CASES}?merchant_id=${merchant.id}`)).body.data;
    expect(row).toMatchObject({ id, claim: null, awaiting_second: seen });
    expect(row.due_at).toMatch(/Z$/);
  });

  it('the same by another operator completes it, with the reasons of the second, and one event', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'reject', FINALLY);
    const reasons = [{ code: 'not_eligible', message: 'Sorry', target: null }];
    const answer = await cases.post(bia, id, 'reject', { reasons, correctable: false });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { status: 'rejected', rejection: { reasons, correctable: false }, awaiting_second: null },
      },
    });
    expect(await onboarding.read(id)).toMatchObject({ status: 'rejected', rejection: { reasons } });
    expect(await events(id)).toEqual(['submerchant.pending_review', 'submerchant.rejected']);
    const { timeline, earlier_rounds } = await cases.read(id);
    expect(timeline.slice(0, 2)).toMatchObject([
      { type: 'rejected', operator: bia.email },
      { type: 'decision_recorded', operator: ana.email, details: { decision: 'reject', ...REASONS } },
    ]);
    expect(earlier_rounds).toMatchObject([{ decision: 'rejected', operator: bia.email }]);
    const { text } = await merchant.client.get(`/v1/submerchants/${id}/timeline`);
    expect(text).not.toMatch(/decision_recorded|On our list|repasse\.test/);
  });

  it('the same by the same operator: 409 SECOND_OPERATOR_REQUIRED', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'reject', FINALLY);
    expect(await cases.post(ana, id, 'reject', FINALLY)).toMatchObject({
      status: 409,
      body: { error: 'SECOND_OPERATOR_REQUIRED' },
    });
    expect(await cases.waiting(id)).toBe('reject');
    expect((await cases.read(id)).claim).toBeNull();
  });

  it('another decision, by anybody: 409 SECOND_DECISION_PENDING, saying which one waits and whose it is', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'reject', FINALLY);
    for (const by of [ana, bia]) {
      for (const answer of [
        await cases.post(by, id, 'approve'),
        await cases.post(by, id, 'reject', { ...REASONS, correctable: true }),
        await cases.post(by, id, 'request-resubmission', REASONS),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([409, 'SECOND_DECISION_PENDING']);
        expect(answer.body.message).toContain(ana.email);
        expect(answer.body.details).toEqual([
          expect.objectContaining({ field: 'decision', code: 'reject' }),
          { field: 'operator', code: 'decided_by', message: ana.email },
          { field: 'at', code: 'decided_at', message: expect.stringMatching(/Z$/) },
        ]);
      }
      for (const standing of ['suspend', 'reactivate']) {
        expect((await cases.post(by, id, standing, { reason: 'x' })).body.error).toBe('INVALID_STATE');
      }
    }
    expect(await cases.waiting(id)).toBe('reject');
  });

  it('a third operator who has claimed the case stands in the way of the second', async () => {
    const id = await onboarding.submittedPerson();
    const carla = await service.operator();
    await cases.post(ana, id, 'reject', FINALLY);
    await cases.post(carla, id, 'claim');
    expect((await cases.post(bia, id, 'reject', FINALLY)).body.error).toBe('CASE_CLAIMED');
    expect((await cases.withdraw(bia, id)).body.error).toBe('CASE_CLAIMED');
    expect((await cases.post(carla, id, 'reject', FINALLY)).status).toBe(200);
  });

  it('with an Idempotency-Key: the 202 again, and nothing kept twice', async () => {
    const id = await onboarding.submittedPerson();
    const headers = { 'idempotency-key': `reject-${id}` };
    const first = await cases.post(ana, id, 'reject', FINALLY, headers);
    const again = await cases.post(ana, id, 'reject', FINALLY, headers);
    expect([again.status, again.text]).toEqual([202, first.text]);
  });

  it('a second one with the version that the first one saw', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await cases.read(id);
    await cases.post(ana, id, 'reject', FINALLY, { 'if-match': `"${version}"` });
    expect((await cases.post(bia, id, 'reject', FINALLY, { 'if-match': `"${version}"` })).status).toBe(200);
  });
});

describe('an approval above the risk', () => {
  it.each([
    ['a category of the list', { ...CALM, mcc: GAMBLING }],
    ['no category', { monthly_revenue: CALM.monthly_revenue }],
    ['no monthly revenue', { mcc: CALM.mcc }],
    ['a monthly revenue above the limit', { mcc: '5411', monthly_revenue: 400_000.01 }],
  ])('%s: 202, then the second operator makes it active', async (_, fields) => {
    const id = await onboarding.readyPerson(fields);
    await onboarding.submit(id);
    const before = await cases.merchantSees(merchant, id);
    expect(await cases.post(ana, id, 'approve')).toMatchObject({
      status: 202,
      body: { data: { status: 'pending_review', awaiting_second: { decision: 'approve', reasons: [] } } },
    });
    // The documents are approved with the case, not before.
    expect(await cases.merchantSees(merchant, id)).toEqual(before);
    expect((await cases.post(ana, id, 'approve')).body.error).toBe('SECOND_OPERATOR_REQUIRED');
    expect(await cases.post(bia, id, 'approve')).toMatchObject({
      status: 200,
      body: { data: { status: 'active', awaiting_second: null } },
    });
    expect(await events(id)).toEqual(['submerchant.pending_review', 'submerchant.active']);
    expect(await events(await cases.documentOf(id, 'front_id'))).toEqual(['document.approved']);
  });

  it('at the limit, or in another category: one operator is enough', async () => {
    const id = await onboarding.readyPerson({ mcc: '5411', monthly_revenue: 400_000 });
    await onboarding.submit(id);
    expect((await cases.post(ana, id, 'approve')).status).toBe(200);
  });

  it('a category set by an operator counts', async () => {
    const id = await onboarding.submittedPerson(CALM);
    await cases.setMcc(ana, id, GAMBLING);
    expect((await cases.post(ana, id, 'approve')).status).toBe(202);
  });

  it('whoever replaces a risky category does not approve alone; another operator does', async () => {
    const [first, second] = [await submittedGambler(), await submittedGambler()];
    for (const id of [first, second]) {
      await cases.setMcc(ana, id, '5411');
      await cases.setMcc(ana, id, '5999');
      await cases.post(ana, id, 'release');
    }
    expect((await cases.post(ana, first, 'approve')).status).toBe(202);
    expect((await cases.post(bia, second, 'approve')).status).toBe(200);
  });

  it('whoever sets the category that was missing does not approve alone; another operator does', async () => {
    const { monthly_revenue } = CALM;
    const id = await onboarding.submittedPerson({ monthly_revenue });
    await cases.setMcc(ana, id, CALM.mcc);
    expect((await cases.read(id, ana)).needs_second).toContain('approve');
    expect((await cases.read(id, bia)).needs_second).toEqual(['reject']);
    await cases.post(ana, id, 'release');
    expect((await cases.post(bia, id, 'approve')).status).toBe(200);
  });

  it('is not kept while a document is not approved: 409 at once', async () => {
    const id = await submittedGambler();
    const front = await cases.documentOf(id, 'front_id');
    await cases.judge(ana, front, 'reject', { code: 'cropped' });
    expect((await cases.post(ana, id, 'approve')).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    await onboarding.document(id, 'front_id');
    expect((await cases.post(ana, id, 'approve')).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    expect(await cases.waiting(id)).toBeNull();
    await cases.judge(ana, await cases.documentOf(id, 'front_id'), 'approve');
    expect((await cases.post(ana, id, 'approve')).status).toBe(202);
  });

  it('the second finds a document expired meanwhile: 409, and the first one’s decision still waits', async () => {
    const id = await submittedGambler();
    await cases.post(ana, id, 'approve');
    await letDocumentExpire(service.dataSource, id, 'front_id');
    expect((await cases.post(bia, id, 'approve')).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    expect(await cases.waiting(id)).toBe('approve');
  });
});

describe('what one operator may do alone', () => {
  it('a correctable rejection, sending back, an approval without risk', async () => {
    const [rejected, sentBack, approved] = [
      await onboarding.submittedPerson(),
      await submittedGambler(),
      await onboarding.submittedPerson(CALM),
    ];
    expect((await cases.post(ana, rejected, 'reject', { ...REASONS, correctable: true })).status).toBe(200);
    expect((await cases.post(ana, sentBack, 'request-resubmission', REASONS)).status).toBe(200);
    expect((await cases.post(ana, approved, 'approve')).status).toBe(200);
  });

  it('everything of a test merchant', async () => {
    const tester = new Onboarding((await service.merchant()).client);
    const [rejected, approved] = [
      await tester.submittedPerson(),
      await tester.readyPerson({ mcc: GAMBLING }),
    ];
    await tester.submit(approved);
    expect((await cases.post(ana, rejected, 'reject', FINALLY)).body.data.status).toBe('rejected');
    expect((await cases.post(ana, approved, 'approve')).body.data.status).toBe('active');
  });

  it('nothing shared: from another status 409 INVALID_STATE, and nothing is kept', async () => {
    const id = await onboarding.readyPerson({ mcc: GAMBLING });
    for (const answer of [
      await cases.post(ana, id, 'approve'),
      await cases.post(ana, id, 'reject', FINALLY),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
    }
    expect(await cases.waiting(id)).toBeNull();
  });
});
