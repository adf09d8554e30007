import {
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
  TimeMachine,
} from '../support';
import { CASES, CaseBench } from '../support/case-bench';

let time: TimeMachine;
let service: TestService;
let cases: CaseBench;
let merchant: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  time = await TimeMachine.install();
  service = await startService();
  await time.freeze();
  cases = await CaseBench.open(service);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
});
beforeEach(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});
afterAll(() => service.stop());

const MINUTE = 60;
const queued = async (by: TestOperator, query: string): Promise<string[]> =>
  (await by.client.get(`${CASES}?merchant_id=${merchant.id}&${query}`)).body.data.map(
    ({ id }: { id: string }) => id,
  );

describe('a claim lives 30 idle minutes', () => {
  it('then anybody may claim and decide, and nobody is shown as its holder', async () => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    await time.advance(30 * MINUTE - 5);
    expect((await cases.claim(bia, id)).body.error).toBe('CASE_CLAIMED');
    await time.advance(10);
    expect(await cases.holder(id)).toBeNull();
    expect(await queued(bia, 'assignee=none')).toEqual([id]);
    expect(await cases.claim(bia, id)).toMatchObject({
      status: 200,
      body: { data: { claim: { mine: true } } },
    });
    expect((await cases.claim(ana, id)).body.error).toBe('CASE_CLAIMED');
    await time.advance(31 * MINUTE);
    expect((await cases.post(ana, id, 'approve')).status).toBe(200);
  });

  it('its own holder may take it again, as a new one', async () => {
    const id = await onboarding.submittedPerson();
    const before = (await cases.claim(ana, id)).body.data.claim;
    await time.advance(31 * MINUTE);
    const after = (await cases.claim(ana, id)).body.data.claim;
    expect(Date.parse(after.claimed_at)).toBeGreaterThan(Date.parse(before.expires_at));
    expect((await cases.steps(id)).slice(0, 2)).toEqual(['claimed', 'claimed']);
  });

  it.each<[string, (id: string, front: string) => Promise<{ status: number }>]>([
    ['a look at the case', (id) => ana.client.get(`${CASES}/${id}`)],
    ['a claim', (id) => cases.claim(ana, id)],
    ['a note', (id) => cases.post(ana, id, 'notes', { text: 'Called them' })],
    ['a reveal', (id) => cases.post(ana, id, 'reveal')],
    ['a verdict', (_, front) => cases.judge(ana, front, 'approve')],
    ['a category', (id) => cases.setMcc(ana, id, '5411')],
    ['a decision that is refused', (id) => cases.post(ana, id, 'reactivate', { reason: 'x' })],
    [
      'a verdict that is refused',
      (_, front) =>
        ana.client.post(`/v1/review/documents/${front}/approve`, undefined, { 'if-match': '"1"' }),
    ],
  ])('%s of its holder renews it', async (_, request) => {
    const id = await onboarding.submittedPerson();
    const front = await cases.documentOf(id, 'front_id');
    await cases.claim(ana, id);
    await time.advance(29 * MINUTE);
    await request(id, front);
    await time.advance(29 * MINUTE);
    expect((await cases.claim(bia, id)).body.error).toBe('CASE_CLAIMED');
    await time.advance(2 * MINUTE);
    expect((await cases.claim(bia, id)).status).toBe(200);
  });

  it('nobody else’s requests renew it, nor a look at the queue, nor one at another case', async () => {
    const id = await onboarding.submittedPerson();
    const other = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    await time.advance(29 * MINUTE);
    await bia.client.get(`${CASES}/${id}`);
    await cases.post(bia, id, 'notes', { text: 'x' });
    await cases.claim(bia, id);
    await ana.client.get(CASES);
    await ana.client.get(`${CASES}/${other}`);
    await time.advance(2 * MINUTE);
    expect(await cases.holder(id)).toBeNull();
  });

  it('a look does not revive one that is over', async () => {
    const id = await onboarding.submittedPerson();
    await cases.claim(ana, id);
    await time.advance(31 * MINUTE);
    expect((await cases.read(id, ana)).claim).toBeNull();
    expect((await cases.claim(bia, id)).status).toBe(200);
  });
});

describe('at once', () => {
  it('exactly one of any number of claims wins; the others are told who', async () => {
    const operators = [ana, bia, ...(await Promise.all(Array.from({ length: 6 }, () => service.operator())))];
    for (let round = 0; round < 6; round += 1) {
      const id = await onboarding.submittedPerson();
      // Also where a claim that is over lies in the way.
      if (round % 2 === 1) {
        await cases.claim(bia, id);
        await time.advance(31 * MINUTE);
      }
      const answers = await Promise.all([...operators, ...operators].map((by) => cases.claim(by, id)));
      const winners = answers.filter(({ status }) => status === 200);
      const winner = winners[0]!.body.data.claim.operator as string;
      expect(new Set(winners.map(({ body }) => body.data.claim.operator))).toEqual(new Set([winner]));
      expect(winners.length).toBeLessThanOrEqual(2);
      for (const { body } of answers.filter(({ status }) => status !== 200)) {
        expect([body.error, body.details[0].message]).toEqual(['CASE_CLAIMED', winner]);
      }
      expect(await cases.holder(id)).toBe(winner);
    }
  });

  it('a claim and another’s decision: one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await onboarding.submittedPerson();
      const [claimed, approved] = await Promise.all([cases.claim(ana, id), cases.post(bia, id, 'approve')]);
      expect([claimed.status, approved.status].sort()).toEqual([200, 409]);
      expect(claimed.status === 200 ? approved.body.error : claimed.body.error).toBe(
        claimed.status === 200 ? 'CASE_CLAIMED' : 'INVALID_STATE',
      );
      expect(await cases.holder(id)).toBe(claimed.status === 200 ? ana.email : null);
    }
  });
});
