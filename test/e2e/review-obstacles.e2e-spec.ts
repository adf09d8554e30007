import { type Answer, letDocumentExpire, Onboarding, useService, type TestOperator } from '../support';
import { Desk } from '../support/desk';

const service = useService();
let desk: Desk;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  desk = await Desk.open(service);
  onboarding = new Onboarding((await service.merchant()).client);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
});

const REASONS = { reasons: [{ code: 'unreadable' }] };

/** Which error an approval is refused with for an obstacle. */
const REFUSALS: Readonly<Record<string, string>> = {
  claimed: 'CASE_CLAIMED',
  not_in_review: 'INVALID_STATE',
  second_operator_required: 'SECOND_OPERATOR_REQUIRED',
  second_decision_pending: 'SECOND_DECISION_PENDING',
  document_rejected: 'DOCUMENTS_NOT_APPROVED',
  document_expired: 'DOCUMENTS_NOT_APPROVED',
  document_pending: 'DOCUMENTS_NOT_APPROVED',
};

/** What the case says stands in the way, and that an approval is taken or refused just so. */
async function obstacles(id: string, by: TestOperator): Promise<[string, string][]> {
  const { can_approve: canApprove, obstacles: shown } = await desk.read(id, by);
  const answer = await desk.post(by, id, 'approve');
  expect(canApprove).toBe(shown.length === 0);
  if (canApprove === true) expect([200, 202]).toContain(answer.status);
  else expect(answer.body.error).toBe(REFUSALS[shown[0].code]);
  if (answer.body.error === 'DOCUMENTS_NOT_APPROVED') expect(answer.body.data).toEqual({ obstacles: shown });
  return shown.map(({ code, target }: { code: string; target: string }) => [code, target]);
}

describe('a case says whether it can be approved, by the rule of the approval (contract §8)', () => {
  it('in review, and decided: pending, active, suspended, rejected', async () => {
    const id = await onboarding.readyPerson();
    expect(await obstacles(id, ana)).toEqual([['not_in_review', 'status']]);
    await onboarding.submit(id);
    expect(await obstacles(id, ana)).toEqual([]);
    expect(await obstacles(id, ana)).toEqual([['not_in_review', 'status']]);
    await desk.post(ana, id, 'suspend', { reason: 'x' });
    expect(await obstacles(id, ana)).toEqual([['not_in_review', 'status']]);
    const other = await onboarding.submittedPerson();
    await desk.post(ana, other, 'reject', { ...REASONS, correctable: true });
    expect(await obstacles(other, ana)).toEqual([['not_in_review', 'status']]);
  });

  it('a required document rejected, resent and expired, at once', async () => {
    const id = await onboarding.submittedPerson();
    for (const type of ['front_id', 'back_id'])
      await desk.judge(ana, await desk.documentOf(id, type), 'reject', { code: 'unreadable' });
    await onboarding.document(id, 'front_id');
    await letDocumentExpire(service.dataSource, id, 'selfie_with_id');
    expect(await obstacles(id, ana)).toEqual([
      ['document_pending', 'front_id'],
      ['document_rejected', 'back_id'],
      ['document_expired', 'selfie_with_id'],
    ]);
  });

  it('another operator’s claim', async () => {
    const id = await onboarding.submittedPerson();
    await desk.claim(ana, id);
    expect(await obstacles(id, bia)).toEqual([['claimed', 'claim']]);
    expect(await desk.read(id)).toMatchObject({ can_approve: false, obstacles: [{ code: 'claimed' }] });
    expect(await obstacles(id, ana)).toEqual([]);
  });

  it('four eyes: a first approval waits for another operator, a first rejection for itself', async () => {
    const live = new Onboarding((await service.merchant({ mode: 'live' })).client);
    const id = await live.readyPerson({ mcc: '7995' });
    await live.submit(id);
    expect(await obstacles(id, ana)).toEqual([]);
    expect(await obstacles(id, ana)).toEqual([['second_operator_required', 'decision']]);
    expect(await obstacles(id, bia)).toEqual([]);
    expect((await live.read(id)).status).toBe('active');
    const other = await live.submittedPerson();
    await desk.post(ana, other, 'reject', { ...REASONS, correctable: false });
    expect(await obstacles(other, bia)).toEqual([['second_decision_pending', 'decision']]);
  });
});

describe('errors carry what a page needs as typed data beside the message (contract §8)', () => {
  const refused = ({ status, body }: Answer) => [status, body.error, body.data];
  const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;

  it('CASE_CLAIMED: who, and until when', async () => {
    const id = await onboarding.submittedPerson();
    const held = (await desk.claim(ana, id)).body.data.claim;
    const data = { operator: ana.email, expires_at: held.expires_at };
    expect(refused(await desk.claim(bia, id))).toEqual([409, 'CASE_CLAIMED', data]);
  });

  it('INVALID_STATE and STALE_VERSION: the status, and who changed it last', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    await desk.post(ana, id, 'approve');
    const change = { type: 'approved', actor: 'operator', operator: ana.email, at: moment };
    const data = { status: 'active', change };
    expect(refused(await desk.post(bia, id, 'approve'))).toEqual([409, 'INVALID_STATE', data]);
    const stale = await desk.post(bia, id, 'suspend', { reason: 'x' }, { 'if-match': `"${version}"` });
    expect(refused(stale)).toEqual([409, 'STALE_VERSION', data]);
    const sent = await onboarding.readyPerson();
    await onboarding.submit(sent);
    const early = await desk.post(ana, sent, 'reactivate', { reason: 'x' });
    expect(early.body.data).toEqual({
      status: 'pending_review',
      change: { type: 'submitted', actor: 'merchant', operator: null, at: moment },
    });
  });

  it('the errors of four eyes: the decision that waits', async () => {
    const live = new Onboarding((await service.merchant({ mode: 'live' })).client);
    const id = await live.submittedPerson();
    await desk.post(ana, id, 'reject', { ...REASONS, correctable: false });
    const data = { decision: 'reject', operator: ana.email, decided_at: moment };
    const again = await desk.post(ana, id, 'reject', { ...REASONS, correctable: false });
    expect(refused(again)).toEqual([409, 'SECOND_OPERATOR_REQUIRED', data]);
    expect(refused(await desk.post(bia, id, 'approve'))).toEqual([409, 'SECOND_DECISION_PENDING', data]);
  });

  it('none where there is nothing to tell', async () => {
    const { body } = await desk.judge(ana, '01890000-0000-7000-8000-000000000000', 'approve');
    expect([body.error, 'data' in body]).toEqual(['NOT_FOUND', false]);
  });

  it('the document names the data of each code', async () => {
    const { body } = await ana.client.get('/openapi.json');
    const { ErrorData: data, Failure: failure } = body.components.schemas;
    expect(Object.keys(data.properties).sort()).toEqual([
      'CASE_CLAIMED',
      'DOCUMENTS_NOT_APPROVED',
      'INVALID_STATE',
      'SECOND_DECISION_PENDING',
      'SECOND_OPERATOR_REQUIRED',
      'STALE_VERSION',
    ]);
    expect(failure.required).not.toContain('data');
    expect(failure.properties.data.anyOf).toContainEqual(data.properties.CASE_CLAIMED);
  });
});
