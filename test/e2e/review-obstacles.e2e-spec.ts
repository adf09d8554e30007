import { type Answer, letDocumentExpire, Onboarding, useService, type TestOperator } from '../support';
import { CaseBench } from '../support/case-bench';

const service = useService();
let cases: CaseBench;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  cases = await CaseBench.open(service);
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
  const { can_approve: canApprove, obstacles: shown } = await cases.read(id, by);
  const answer = await cases.post(by, id, 'approve');
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
    await cases.post(ana, id, 'suspend', { reason: 'x' });
    expect(await obstacles(id, ana)).toEqual([['not_in_review', 'status']]);
    const other = await onboarding.submittedPerson();
    await cases.post(ana, other, 'reject', { ...REASONS, correctable: true });
    expect(await obstacles(other, ana)).toEqual([['not_in_review', 'status']]);
  });

  it('a required document rejected, resent and expired, at once', async () => {
    const id = await onboarding.submittedPerson();
    for (const type of ['front_id', 'back_id'])
      await cases.judge(ana, await cases.documentOf(id, type), 'reject', { code: 'unreadable' });
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
    await cases.claim(ana, id);
    expect(await obstacles(id, bia)).toEqual([['claimed', 'claim']]);
    expect(await cases.read(id)).toMatchObject({ can_approve: false, obstacles: [{ code: 'claimed' }] });
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
    await cases.post(ana, other, 'reject', { ...REASONS, correctable: false });
    expect(await obstacles(other, bia)).toEqual([['second_decision_pending', 'decision']]);
  });
});

describe('errors carry what a page needs as typed data beside the message (contract §8)', () => {
  const refused = ({ status, body }: Answer) => [status, body.error, body.data];
  const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string;

  it('CASE_CLAIMED: who, and until when', async () => {
    const id = await onboarding.submittedPerson();
    const held = (await cases.claim(ana, id)).body.data.claim;
    const data = { operator: ana.email, expires_at: held.expires_at };
    expect(refused(await cases.claim(bia, id))).toEqual([409, 'CASE_CLAIMED', data]);
  });

  it('INVALID_STATE and STALE_VERSION: the status, and who changed it last', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    await cases.post(ana, id, 'approve');
    const change = { type: 'approved', actor: 'operator', operator: ana.email, at: moment };
    const data = { status: 'active', change };
    expect(refused(await cases.post(bia, id, 'approve'))).toEqual([409, 'INVALID_STATE', data]);
    const stale = await cases.post(bia, id, 'suspend', { reason: 'x' }, { 'if-match': `"${version}"` });
    expect(refused(stale)).toEqual([409, 'STALE_VERSION', data]);
    const sent = await onboarding.readyPerson();
    await onboarding.submit(sent);
    const early = await cases.post(ana, sent, 'reactivate', { reason: 'x' });
    expect(early.body.data).toEqual({
      status: 'pending_review',
      change: { type: 'submitted', actor: 'merchant', operator: null, at: moment },
    });
  });

  it('the errors of four eyes: the decision that waits', async () => {
    const live = new Onboarding((await service.merchant({ mode: 'live' })).client);
    const id = await live.submittedPerson();
    await cases.post(ana, id, 'reject', { ...REASONS, correctable: false });
    const data = { decision: 'reject', operator: ana.email, decided_at: moment };
    const again = await cases.post(ana, id, 'reject', { ...REASONS, correctable: false });
    expect(refused(again)).toEqual([
      409,
      'SECOND_OPERATOR_REQUIRED',
      { ...data, hindrance: 'same_operator' },
    ]);
    expect(refused(await cases.post(bia, id, 'approve'))).toEqual([409, 'SECOND_DECISION_PENDING', data]);
  });

  it('none where there is nothing to tell', async () => {
    const { body } = await cases.judge(ana, '01890000-0000-7000-8000-000000000000', 'approve');
    expect([body.error, 'data' in body]).toEqual(['NOT_FOUND', false]);
  });

  it('the document names the data of each code', async () => {
    const { body } = await ana.client.get('/openapi-review.json');
    const { paths, components } = body;
    const { 409: refused } = paths['/v1/review/submerchants/{id}/approve'].post.responses;
    const { properties } = refused.content['application/json'].schema.allOf[1];
    for (const notice of [
      '`CASE_CLAIMED`: CaseClaimedData',
      '`DOCUMENTS_NOT_APPROVED`: ObstaclesData',
      '`INVALID_STATE`: LastChangeData',
      '`SECOND_DECISION_PENDING`: FirstDecisionData',
      '`SECOND_OPERATOR_REQUIRED`: SecondOperatorData',
      '`STALE_VERSION`: LastChangeData',
    ]) {
      expect(properties.data.description).toContain(notice);
      const $ref = `#/components/schemas/${notice.split(' ').at(-1)}`;
      expect(properties.data.anyOf).toContainEqual({ $ref });
      expect(components.schemas.Failure.properties.data.anyOf).toContainEqual({ $ref });
    }
    expect(components.schemas.Failure.required).not.toContain('data');
  });
});

describe('a case says of each document whether it can be decided on, by the rule of the verdict (contract §5 and §8)', () => {
  /** What the case says of a document, and that a verdict on it is taken or refused just so. */
  async function obstacleOf(
    id: string,
    type: string,
    by: TestOperator,
    { replaced = false, verdict = 'approve' }: { replaced?: boolean; verdict?: 'approve' | 'reject' } = {},
  ): Promise<string | null> {
    const { documents } = await cases.read(id, by);
    const document = documents.find(
      (one: { type: string; replaced_at: string | null }) =>
        one.type === type && (one.replaced_at !== null) === replaced,
    );
    expect(document.can_decide).toBe(document.obstacle === null);
    const answer: Answer = await cases.judge(
      by,
      document.id as string,
      verdict,
      verdict === 'reject' ? { code: 'unreadable' } : undefined,
    );
    const refused = document.obstacle === null ? undefined : VERDICT_REFUSALS[document.obstacle.code];
    expect([answer.status, answer.body.error]).toEqual([refused === undefined ? 200 : 409, refused]);
    return document.obstacle?.code ?? null;
  }
  const VERDICT_REFUSALS: Readonly<Record<string, string>> = {
    replaced: 'INVALID_STATE',
    expired: 'INVALID_STATE',
    not_in_review: 'INVALID_STATE',
    claimed: 'CASE_CLAIMED',
  };

  it('in review: also once more; replaced, expired, with another operator: not', async () => {
    const id = await onboarding.submittedPerson();
    expect(await obstacleOf(id, 'front_id', ana)).toBeNull();
    expect(await obstacleOf(id, 'front_id', ana, { verdict: 'reject' })).toBeNull();
    expect(await obstacleOf(id, 'front_id', bia)).toBe('claimed');
    await cases.judge(ana, await cases.documentOf(id, 'back_id'), 'reject', { code: 'unreadable' });
    await onboarding.document(id, 'back_id');
    expect(await obstacleOf(id, 'back_id', ana, { replaced: true })).toBe('replaced');
    expect(await obstacleOf(id, 'back_id', ana)).toBeNull();
    await letDocumentExpire(service.dataSource, id, 'selfie_with_id');
    expect(await obstacleOf(id, 'selfie_with_id', ana)).toBe('expired');
  });

  it('before and after the review: only what was sent again', async () => {
    const id = await onboarding.readyPerson();
    expect(await obstacleOf(id, 'front_id', ana)).toBe('not_in_review');
    await onboarding.submit(id);
    await cases.post(ana, id, 'approve');
    expect(await obstacleOf(id, 'front_id', ana)).toBe('not_in_review');
    await letDocumentExpire(service.dataSource, id, 'front_id');
    await onboarding.document(id, 'front_id');
    expect(await obstacleOf(id, 'front_id', ana)).toBeNull();
  });
});
