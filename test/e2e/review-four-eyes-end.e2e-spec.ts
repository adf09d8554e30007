import { ExpireDocumentsTask } from '../../src/documents';
import {
  CALM,
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { CASES, CaseBench, UNKNOWN_ID } from '../support/case-bench';
import { breaksRule } from '../support/books';

breaksRule(
  'the version of a submerchant is that of the last step of its history',
  'the version is counted up by hand',
);

let service: TestService;
let cases: CaseBench;
let merchant: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  service = await startService({ worker: true });
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

async function submittedGambler(): Promise<string> {
  const id = await onboarding.readyPerson({ mcc: GAMBLING });
  await onboarding.submit(id);
  return id;
}

describe('any change of the version voids it', () => {
  const changes: [string, (id: string) => Promise<unknown>][] = [
    [
      'a verdict',
      async (id) => cases.judge(bia, await cases.documentOf(id, 'back_id'), 'reject', { code: 'cropped' }),
    ],
    ['a category', (id) => cases.setMcc(bia, id, '7273')],
    [
      'a document whose time is over',
      async (id) => {
        await letDocumentExpire(service.dataSource, id, 'back_id');
        await service.worker!.get(ExpireDocumentsTask, { strict: false }).run();
      },
    ],
    [
      'whatever writes the row',
      (id) => service.dataSource.query('UPDATE submerchants SET version = version + 1 WHERE id = $1', [id]),
    ],
  ];

  it.each(changes)('%s', async (_, change) => {
    const id = await submittedGambler();
    expect((await cases.post(ana, id, 'approve')).status).toBe(202);
    await change(id);
    expect(await cases.waiting(id)).toBeNull();
    expect((await cases.read(id)).timeline).toContainEqual({
      at: expect.stringMatching(/Z$/),
      type: 'decision_voided',
      from: null,
      to: null,
      actor: 'system',
      operator: null,
      details: { decision: 'approve' },
    });
    const rows = await service.dataSource.query(
      'SELECT * FROM case_first_decisions WHERE submerchant_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    const { text } = await merchant.client.get(`/v1/submerchants/${id}/timeline`);
    expect(text).not.toMatch(/decision_/);
  });

  it('a document that the merchant sends again: the next approval is a first one', async () => {
    const id = await submittedGambler();
    await cases.judge(ana, await cases.documentOf(id, 'front_id'), 'reject', { code: 'cropped' });
    expect((await cases.post(ana, id, 'reject', FINALLY)).status).toBe(202);
    const resent = await onboarding.document(id, 'front_id');
    expect(await cases.waiting(id)).toBeNull();
    await cases.judge(bia, resent, 'approve');
    expect((await cases.post(bia, id, 'approve')).status).toBe(202);
    expect((await cases.post(ana, id, 'approve')).body.data.status).toBe('active');
  });

  it('the sandbox’s decision is no second one, and ends it', async () => {
    const strict = await startService({ env: { FOUR_EYES: 'all' } });
    try {
      const tester = await strict.merchant();
      const [dora, eva] = [await strict.operator(), await strict.operator()];
      const tests = new Onboarding(tester.client);
      const [first, second] = [await tests.submittedPerson(), await tests.submittedPerson()];
      expect((await cases.post(dora, first, 'reject', FINALLY)).status).toBe(202);
      expect((await tester.client.post(`/v1/sandbox/submerchants/${first}/approve`)).body.data.status).toBe(
        'active',
      );
      expect((await cases.read(first, eva)).awaiting_second).toBeNull();
      // FOUR_EYES=all: also of test merchants.
      expect((await cases.post(dora, second, 'reject', FINALLY)).status).toBe(202);
      expect((await cases.post(eva, second, 'reject', FINALLY)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  it('FOUR_EYES=off: one operator decides, also for live merchants', async () => {
    const relaxed = await startService({ env: { FOUR_EYES: 'off' } });
    try {
      const live = new Onboarding((await relaxed.merchant({ mode: 'live' })).client);
      const dora = await relaxed.operator();
      expect((await cases.post(dora, await live.submittedPerson(), 'reject', FINALLY)).status).toBe(200);
    } finally {
      await relaxed.stop();
    }
  });
});

describe('DELETE …/decision', () => {
  it('withdraws it, with a note for the others; then the case is decided anew', async () => {
    const id = await onboarding.submittedPerson(CALM);
    await cases.post(ana, id, 'reject', FINALLY);
    const before = await cases.merchantSees(merchant, id);
    const answer = await cases.withdraw(ana, id, { note: ' Wrong case\r\nsorry ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, status: 'pending_review', awaiting_second: null, claim: { mine: true } } },
    });
    expect(await cases.merchantSees(merchant, id)).toEqual(before);
    const { notes, timeline } = await cases.read(id);
    expect(notes).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/Z$/) as string,
        operator: ana.email,
        text: 'Wrong case\nsorry',
      },
    ]);
    expect(timeline[0]).toMatchObject({
      type: 'decision_withdrawn',
      operator: ana.email,
      details: { decision: 'reject', by: ana.email, note_id: notes[0].id },
    });
    expect((await cases.post(ana, id, 'approve')).body.data.status).toBe('active');
  });

  it('by whoever may decide, not only by whom it is', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'reject', FINALLY);
    expect((await cases.withdraw(cases.viewer, id)).status).toBe(403);
    expect((await merchant.client.send('DELETE', `${CASES}/${id}/decision`, { note: 'x' })).status).toBe(403);
    expect((await cases.withdraw(bia, id)).status).toBe(200);
    expect((await cases.read(id)).timeline[0].details).toMatchObject({ by: ana.email });
  });

  it('where none waits: 409 INVALID_STATE; unknown ids: 404; without a note: 422', async () => {
    const id = await onboarding.submittedPerson();
    expect(await cases.withdraw(ana, id)).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    expect((await cases.read(id)).claim).toBeNull();
    expect((await cases.withdraw(ana, UNKNOWN_ID)).status).toBe(404);
    await cases.post(ana, id, 'reject', FINALLY);
    for (const body of [
      undefined,
      {},
      { note: '' },
      { note: null },
      { note: 7 },
      { note: 'x', force: true },
    ]) {
      expect((await cases.withdraw(ana, id, body ?? '')).status).toBe(422);
    }
    expect(await cases.waiting(id)).toBe('reject');
  });

  it('If-Match is honoured', async () => {
    const id = await onboarding.submittedPerson();
    await cases.post(ana, id, 'reject', FINALLY);
    const { version } = await cases.read(id);
    const stale = await ana.client.send(
      'DELETE',
      `${CASES}/${id}/decision`,
      { note: 'x' },
      { 'if-match': `"${version - 1}"` },
    );
    expect(stale.body.error).toBe('STALE_VERSION');
    expect(await cases.waiting(id)).toBe('reject');
  });
});
