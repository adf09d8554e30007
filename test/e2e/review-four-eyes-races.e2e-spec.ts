import {
  documentBody,
  eventsOf,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { CaseBench } from '../support/case-bench';

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
  const id = await onboarding.readyPerson({ mcc: GAMBLING });
  await onboarding.submit(id);
  return id;
}

describe('at once: exactly one outcome', () => {
  const ROUNDS = 5;

  it('two second decisions: one completes it, the other comes too late', async () => {
    const carla = await service.operator();
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submittedGambler();
      await cases.post(ana, id, 'approve');
      const answers = await Promise.all([bia, carla, bia, carla].map((by) => cases.post(by, id, 'approve')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      for (const { body } of answers.filter(({ status }) => status === 409)) {
        expect(body.error).toBe('INVALID_STATE');
      }
      expect((await events(id)).filter((type) => type === 'submerchant.active')).toHaveLength(1);
    }
  });

  it('the same first decision twice by one operator: kept once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await onboarding.submittedPerson();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => cases.post(ana, id, 'reject', FINALLY)),
      );
      const codes = answers.map(({ status, body }) => body.error ?? status).sort();
      expect(codes).toEqual([202, ...Array.from({ length: 5 }, () => 'SECOND_OPERATOR_REQUIRED')]);
      expect(await cases.waiting(id)).toBe('reject');
    }
  });

  it('different first decisions of two operators: one is kept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submittedGambler();
      const [approval, rejection] = await Promise.all([
        cases.post(ana, id, 'approve'),
        cases.post(bia, id, 'reject', FINALLY),
      ]);
      expect([approval.status, rejection.status].sort()).toEqual([202, 409]);
      expect(await cases.waiting(id)).toBe(approval.status === 202 ? 'approve' : 'reject');
    }
  });

  it('the second decision and its withdrawal: completed, or withdrawn and then a first one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submittedGambler();
      await cases.post(ana, id, 'approve');
      const [second, withdrawal] = await Promise.all([
        cases.post(bia, id, 'approve'),
        cases.withdraw(ana, id),
      ]);
      if (second.status === 200) {
        expect(withdrawal.body.error).toBe('INVALID_STATE');
        expect(await cases.read(id)).toMatchObject({ status: 'active', awaiting_second: null });
      } else {
        // Whoever withdraws works on the case from then on.
        expect([withdrawal.status, second.body.error]).toEqual([200, 'CASE_CLAIMED']);
        expect(await cases.read(id)).toMatchObject({ status: 'pending_review', awaiting_second: null });
      }
    }
  });

  it('the second decision and a change by the merchant: the one that comes second finds the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submittedGambler();
      await cases.judge(ana, await cases.documentOf(id, 'front_id'), 'reject', { code: 'cropped' });
      await cases.post(ana, id, 'reject', FINALLY);
      const { version } = await cases.read(id);
      const [second, resent] = await Promise.all([
        cases.post(bia, id, 'reject', FINALLY, { 'if-match': `"${version}"` }),
        merchant.client.post(`/v1/submerchants/${id}/documents`, documentBody('front_id')),
      ]);
      const { status, awaiting_second } = await cases.read(id);
      expect(awaiting_second).toBeNull();
      if (second.status === 200) {
        expect([status, resent.body.error]).toEqual(['rejected', 'SUBMERCHANT_LOCKED']);
      } else {
        expect([status, second.body.error, resent.status]).toEqual(['pending_review', 'STALE_VERSION', 201]);
      }
    }
  });

  it('a first decision and a change by the merchant: what is kept was taken on the present version', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submittedGambler();
      await cases.judge(ana, await cases.documentOf(id, 'front_id'), 'reject', { code: 'cropped' });
      const [first, resent] = await Promise.all([
        cases.post(ana, id, 'reject', FINALLY),
        merchant.client.post(`/v1/submerchants/${id}/documents`, documentBody('front_id')),
      ]);
      expect([first.status, resent.status]).toEqual([202, 201]);
      const [kept] = await service.dataSource.query(
        `SELECT first.version, submerchant.version AS present FROM case_first_decisions first
          JOIN submerchants submerchant ON submerchant.id = first.submerchant_id WHERE submerchant_id = $1`,
        [id],
      );
      const { timeline } = await cases.read(id);
      const types = timeline.map(({ type }: { type: string }) => type);
      // Either the document came first, and the decision stands; or it came second, and voided it.
      expect([kept !== undefined, types.includes('decision_voided')]).toEqual(
        kept === undefined ? [false, true] : [true, false],
      );
      if (kept !== undefined) expect(kept.version).toBe(kept.present);
    }
  });
});
