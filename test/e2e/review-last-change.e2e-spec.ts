import { letDocumentExpire, Onboarding, useService, type TestMerchant, type TestOperator } from '../support';
import { CASES, CaseBench } from '../support/case-bench';

const service = useService();
let cases: CaseBench;
let merchant: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  cases = await CaseBench.open(service);
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
});

const REASONS = { reasons: [{ code: 'suspected_forgery', message: 'Font differs' }] };

/** What a refusal says of the case, and of what was done with it meanwhile. */
const lastChange = (status: string, step: string, operator: string | null) => [
  expect.objectContaining({ field: 'status', code: status }) as object,
  expect.objectContaining({ field: 'step', code: step }) as object,
  ...(operator === null ? [] : [{ field: 'operator', code: 'decided_by', message: operator }]),
  { field: 'at', code: 'decided_at', message: expect.stringMatching(/^\d{4}-.*Z$/) as string },
];

describe('a decision that came too late says who decided meanwhile, and how the case stands (contract §8)', () => {
  it.each([
    ['approve', undefined, 'active', 'approved', 'approved this case'],
    ['reject', { ...REASONS, correctable: true }, 'rejected', 'rejected', 'rejected this case'],
    ['request-resubmission', REASONS, 'pending', 'resubmission_requested', 'opened this case for correction'],
  ])('%s', async (decision, body, status, step, words) => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    expect((await cases.post(ana, id, decision, body)).status).toBe(200);
    const late = await cases.post(bia, id, 'approve');
    expect([late.status, late.body.error]).toEqual([409, 'INVALID_STATE']);
    expect(late.body.message).toContain(`${ana.email} ${words}`);
    expect(late.body.message).toContain(`It is ${status} now.`);
    expect(late.body.details).toEqual(lastChange(status, step, ana.email));
    const stale = await cases.post(bia, id, 'approve', undefined, { 'if-match': `"${version}"` });
    expect([stale.status, stale.body.error]).toEqual([409, 'STALE_VERSION']);
    expect(stale.body.details).toEqual(lastChange(status, step, ana.email));
    expect(late.text + stale.text).not.toMatch(/forgery|Font differs/);
  });

  it('suspend and reactivate', async () => {
    const id = await onboarding.activePerson();
    await cases.post(ana, id, 'suspend', { reason: 'fraud alert' });
    const late = await cases.post(bia, id, 'suspend', { reason: 'x' });
    expect(late.body.details).toEqual(lastChange('suspended', 'suspended', ana.email));
    await cases.post(bia, id, 'reactivate', { reason: 'cleared' });
    const later = await cases.post(ana, id, 'reactivate', { reason: 'x' });
    expect(later.body.details).toEqual(lastChange('active', 'reactivated', bia.email));
    expect(late.text + later.text).not.toMatch(/fraud alert|cleared/);
  });

  it('the sandbox and the merchant have no e-mail address', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`);
    const late = await cases.post(ana, id, 'approve');
    expect(late.body.message).toContain('The sandbox rejected this case');
    expect(late.body.details).toEqual(lastChange('rejected', 'rejected', null));
    await merchant.client.post(`/v1/submerchants/${id}/request-resubmission`);
    const stale = await cases.post(ana, id, 'approve', undefined, { 'if-match': `"${version}"` });
    expect(stale.body.message).toContain('The merchant opened this case for correction');
    expect(stale.body.details).toEqual(lastChange('pending', 'resubmission_requested', null));
  });

  it('a version that a verdict, a new document or a category has changed', async () => {
    const id = await onboarding.submittedPerson();
    const front = await cases.documentOf(id, 'front_id');
    const first = { 'if-match': `"${(await onboarding.read(id)).version}"` };
    await cases.judge(ana, front, 'reject', { code: 'cropped' });
    await cases.post(ana, id, 'release');
    const judged = await cases.judge(bia, front, 'approve', undefined, first);
    expect(judged.body.details).toEqual(lastChange('pending_review', 'document_rejected', ana.email));
    await onboarding.document(id, 'front_id');
    expect((await cases.post(bia, id, 'approve', undefined, first)).body.details).toEqual(
      lastChange('pending_review', 'document_sent', null),
    );
    await cases.setMcc(ana, id, '5411');
    await cases.post(ana, id, 'release');
    const changed = await bia.client.patch(`${CASES}/${id}`, { mcc: '5999' }, first);
    expect(changed.body.details).toEqual(lastChange('pending_review', 'updated', ana.email));
  });

  it('a verdict that another operator has given', async () => {
    const id = await onboarding.activePerson();
    await letDocumentExpire(service.dataSource, id, 'front_id');
    const front = await onboarding.document(id, 'front_id');
    expect((await cases.judge(ana, front, 'approve')).status).toBe(200);
    expect(await cases.judge(bia, front, 'reject', { code: 'cropped' })).toMatchObject({
      status: 409,
      body: { error: 'INVALID_STATE', details: lastChange('active', 'document_approved', ana.email) },
    });
  });

  it('at once: of ten operators one decides, the nine others are told by whom and what', async () => {
    const operators = await Promise.all(Array.from({ length: 10 }, () => service.operator()));
    for (let round = 0; round < 3; round += 1) {
      const id = await onboarding.submittedPerson();
      const answers = await Promise.all(
        operators.map((by, index) =>
          index % 2 === 0
            ? cases.post(by, id, 'approve')
            : cases.post(by, id, 'reject', { ...REASONS, correctable: true }),
        ),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      const [status, step] = winner % 2 === 0 ? ['active', 'approved'] : ['rejected', 'rejected'];
      const losers = answers.filter((_, index) => index !== winner);
      expect(losers).toHaveLength(9);
      for (const { status: answered, body } of losers) {
        expect([answered, body.error]).toEqual([409, 'INVALID_STATE']);
        expect(body.details).toEqual(lastChange(status, step, operators[winner]!.email));
      }
      expect((await onboarding.read(id)).status).toBe(status);
    }
  });
});

describe('every decision is in the audit log, in the transaction in which it happened (contract §8)', () => {
  it('cases', async () => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    await cases.post(ana, id, 'release');
    await cases.setMcc(ana, id, '7299');
    await cases.setMcc(ana, id, '7299');
    await cases.post(ana, id, 'request-resubmission', REASONS);
    await onboarding.submit(id);
    await cases.post(ana, id, 'reject', { ...REASONS, correctable: false });
    await cases.post(ana, id, 'request-resubmission', REASONS);
    await onboarding.submit(id);
    await cases.post(bia, id, 'approve');
    await cases.post(bia, id, 'suspend', { reason: 'fraud alert' });
    await cases.post(bia, id, 'reactivate', { reason: 'cleared' });
    // Refused: not there.
    await cases.post(bia, id, 'approve');
    const entries = await cases.audited(id);
    expect(entries.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['case.claimed', ana.email],
      ['case.released', ana.email],
      ['case.mcc_set', ana.email],
      ['case.sent_back', ana.email],
      ['case.rejected', ana.email],
      ['case.sent_back', ana.email],
      ['case.approved', bia.email],
      ['case.suspended', bia.email],
      ['case.reactivated', bia.email],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ target_type: 'submerchant', merchant_id: merchant.id });
    }
    const details = entries.map((entry) => JSON.parse(entry['details'] as string) as object);
    expect(details[2]).toMatchObject({ from: null, to: '7299' });
    expect(details[4]).toMatchObject({ correctable: false, reasons: ['suspected_forgery'] });
    expect(details[7]).toMatchObject({ reason: 'fraud alert' });
  });

  it('verdicts on documents', async () => {
    const id = await onboarding.submittedPerson();
    const front = await cases.documentOf(id, 'front_id');
    await cases.judge(ana, front, 'reject', { code: 'cropped' });
    await cases.judge(ana, front, 'approve');
    const entries = await cases.audited(front);
    expect(entries).toMatchObject([
      {
        action: 'document.rejected',
        actor_email: ana.email,
        target_type: 'document',
        merchant_id: merchant.id,
      },
      { action: 'document.approved', actor_email: ana.email },
    ]);
    expect(JSON.parse(entries[0]?.['details'] as string)).toMatchObject({
      submerchant_id: id,
      type: 'front_id',
      reason: 'cropped',
    });
  });

  it('first decisions, their withdrawal and their completion', async () => {
    const live = new Onboarding((await service.merchant({ mode: 'live' })).client);
    const id = await live.submittedPerson();
    await cases.post(ana, id, 'reject', { ...REASONS, correctable: false });
    await cases.withdraw(ana, id);
    await cases.post(ana, id, 'reject', { ...REASONS, correctable: false });
    await cases.post(bia, id, 'reject', { ...REASONS, correctable: false });
    const entries = await cases.audited(id);
    expect(entries.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['case.decision_recorded', ana.email],
      ['case.decision_withdrawn', ana.email],
      ['case.decision_recorded', ana.email],
      ['case.rejected', bia.email],
    ]);
  });
});
