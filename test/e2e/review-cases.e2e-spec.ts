import {
  CALM,
  CNPJ,
  CPF,
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';
import { breaksRule } from '../support/books';

breaksRule(
  'the version of a submerchant is that of the last step of its history',
  'a history longer than any real one is written by hand',
);

let service: TestService;
let merchant: TestMerchant;
let onboarding: Onboarding;
let operator: TestOperator;
let viewer: TestOperator;

beforeAll(async () => {
  service = await startService();
  operator = await service.operator();
  viewer = await service.operator({ role: 'viewer' });
});
beforeEach(async () => {
  merchant = await service.merchant({ name: 'Feira da Vila' });
  onboarding = new Onboarding(merchant.client);
});
afterAll(() => service.stop());

const PATH = '/v1/review/submerchants';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const read = async (id: string) => {
  const answer = await viewer.client.get(`${PATH}/${id}`);
  expect([answer.status, answer.text.includes(CPF), answer.text.includes(CNPJ)]).toEqual([200, false, false]);
  return answer.body.data;
};
const decide = (id: string, decision: string, body?: unknown) =>
  operator.client.post(`${PATH}/${id}/${decision}`, body);
const judge = (documentId: string, verdict: string, body?: unknown) =>
  operator.client.post(`/v1/review/documents/${documentId}/${verdict}`, body);
describe('GET /v1/review/submerchants/{id}: the whole case (contract §8)', () => {
  it('record, partners and addresses, tax numbers masked, whatever the role', async () => {
    const { id, partnerId } = await onboarding.readyCompany();
    await onboarding.address(id, { street: 'Rua Nova', is_primary: true });
    const found = await read(id);
    const { rejection, ...record } = await onboarding.read(id);
    expect(found).toMatchObject({ ...record, rejection, tax_id: '**********0181' });
    expect(found.legal_representatives).toEqual([
      expect.objectContaining({ id: partnerId, name: 'Bruno Lima', document: '*******4725' }),
    ]);
    expect(found.addresses.map((item: { street: string }) => item.street)).toEqual([
      'Rua Nova',
      'Rua das Flores',
    ]);
    for (const role of ['reviewer', 'admin'] as const) {
      const { client } = await service.operator({ role });
      expect((await client.get(`${PATH}/${id}`)).body.data).toEqual(found);
    }
  });

  it('whose case it is, how often it was submitted, and which decisions take two operators', async () => {
    const { id } = await onboarding.readyCompany();
    const merchantSide = { merchant_name: 'Feira da Vila', merchant_mode: 'test' };
    expect(await read(id)).toMatchObject({ ...merchantSide, round: 0, needs_second: [] });
    await onboarding.submit(id);
    expect(await read(id)).toMatchObject({ round: 1 });

    const live = new Onboarding((await service.merchant({ name: 'Mercado', mode: 'live' })).client);
    const small = await read(await live.company(CALM));
    expect(small).toMatchObject({ merchant_mode: 'live', needs_second: ['reject'] });
    const risky = await read(await live.company({ ...CALM, monthly_revenue: 99_999_999 }));
    expect(risky.needs_second).toEqual(['approve', 'reject']);
  });

  it('the number of a document is masked when it is a tax number', async () => {
    const id = await onboarding.company();
    await onboarding.document(id, 'cnpj_card', { number: '11.222.333/0001-81' });
    await onboarding.document(id, 'social_contract', { number: 'NIRE 35123' });
    const numbers = (await read(id)).documents.map((item: { number: string }) => item.number);
    expect(numbers).toEqual(['NIRE 35123', '**********0181']);
  });

  it('current documents in the order of the specification, then replaced ones', async () => {
    const id = await onboarding.readyPerson();
    const newer = await onboarding.document(id, 'back_id');
    const newest = await onboarding.document(id, 'back_id');
    const { documents, left_out } = await read(id);
    const kinds = documents.map((item: { type: string; replaced_at: string | null }) => [
      item.type,
      item.replaced_at !== null,
    ]);
    expect(kinds).toEqual([
      ['front_id', false],
      ['back_id', false],
      ['selfie_with_id', false],
      ['proof_of_residence', false],
      ['back_id', true],
      ['back_id', true],
    ]);
    expect([documents[1].id, documents[4].id]).toEqual([newest, newer]);
    expect(left_out).toEqual({ documents: 0, timeline: 0, notes: 0 });
  });

  it('says which documents were sent after the submission', async () => {
    const id = await onboarding.submittedPerson();
    const [front] = (await read(id)).documents;
    expect(front).toMatchObject({ resent: false, approved_with_case: true });
    await judge(front.id, 'reject', { code: 'suspected_forgery', message: 'Same photo as elsewhere' });
    expect((await read(id)).documents[0]).toMatchObject({
      status: 'rejected',
      rejection: { code: 'suspected_forgery', message: 'Same photo as elsewhere' },
      approved_with_case: false,
    });
    const again = await onboarding.document(id, 'front_id');
    expect((await read(id)).documents[0]).toMatchObject({
      ...{ id: again, status: 'pending', resent: true, approved_with_case: false },
    });
  });

  it('a document whose time is over shows as expired before the job has marked it', async () => {
    const id = await onboarding.submittedPerson();
    await letDocumentExpire(service.dataSource, id, 'front_id');
    expect((await read(id)).documents[0].status).toBe('expired');
  });

  it('checklist: the requirements as they stand', async () => {
    const id = await onboarding.readyPerson();
    const { body } = await merchant.client.get(`/v1/submerchants/${id}/requirements`);
    const items = body.data.items.map(({ action: _, ...item }: { action: unknown }) => item);
    const { checklist, requirements } = await read(id);
    expect(checklist).toEqual(items);
    expect(requirements).toEqual({ missing: 0, rejected: 0 });
  });

  it('timeline with operators’ names, confidential reasons and notes', async () => {
    const id = await onboarding.activePerson();
    await decide(id, 'suspend', { reason: 'fraud alert' });
    const { timeline } = await read(id);
    expect(timeline[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      type: 'suspended',
      from: 'active',
      to: 'suspended',
      actor: 'operator',
      operator: operator.email,
      details: { note: 'fraud alert' },
    });
    // The sandbox is no operator of ours.
    expect(timeline[1]).toMatchObject({ type: 'approved', actor: 'operator', operator: null });
    expect(timeline.at(-1)).toMatchObject({ type: 'created', actor: 'merchant', operator: null });
  });

  it('earlier rounds: each decided submission with its reasons, newest first', async () => {
    const id = await onboarding.submittedPerson();
    expect((await read(id)).earlier_rounds).toEqual([]);
    const reasons = [{ code: 'high_risk', message: 'See list', target: 'tax_id' }];
    await decide(id, 'request-resubmission', { reasons });
    await onboarding.submit(id);
    await decide(id, 'reject', { reasons, correctable: true });
    await merchant.client.post(`/v1/submerchants/${id}/request-resubmission`);
    await onboarding.submit(id);
    const { earlier_rounds, rejection } = await read(id);
    const times = { submitted_at: expect.any(String) as string, decided_at: expect.any(String) as string };
    const by = { ...times, operator: operator.email, reasons };
    expect(earlier_rounds).toEqual([
      { round: 2, decision: 'rejected', correctable: true, ...by },
      { round: 1, decision: 'sent_back', correctable: null, ...by },
    ]);
    expect(rejection).toBeNull();
    await decide(id, 'approve');
    expect((await read(id)).earlier_rounds[0]).toMatchObject({ round: 3, decision: 'approved', reasons: [] });
  });

  it('is bounded: the newest 200 replaced documents and steps, and how many are left out', async () => {
    const id = await onboarding.person();
    await onboarding.document(id, 'front_id');
    await service.dataSource.query(
      `INSERT INTO submerchant_documents SELECT other.*
         FROM submerchant_documents AS document, generate_series(1, 203) AS n,
              jsonb_populate_record(document, jsonb_build_object(
                'id', gen_random_uuid(), 'replaced_at', now(), 'created_at', now() - make_interval(secs => n))) AS other
        WHERE document.submerchant_id = $1`,
      [id],
    );
    await service.dataSource.query(
      `INSERT INTO submerchant_history SELECT other.*
         FROM submerchant_history AS step, generate_series(1, 205) AS n,
              jsonb_populate_record(step, jsonb_build_object(
                'id', gen_random_uuid(), 'type', 'updated', 'version', n + 2)) AS other
        WHERE step.submerchant_id = $1 AND step.type = 'created'`,
      [id],
    );
    const { documents, timeline, left_out } = await read(id);
    expect([documents.length, timeline.length, left_out]).toEqual([
      201,
      200,
      { documents: 3, timeline: 7, notes: 0 },
    ]);
    expect(timeline[0].type).toBe('updated');
  });

  it('unknown ids: 404', async () => {
    for (const id of [UNKNOWN, 'nope']) {
      expect(await viewer.client.get(`${PATH}/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'NOT_FOUND' },
      });
    }
  });

  it('is readable in every status, in the queue or not', async () => {
    expect((await read(await onboarding.company())).status).toBe('pending');
    const id = await onboarding.submittedPerson();
    await decide(id, 'reject', { reasons: [{ code: 'other' }], correctable: false });
    expect((await read(id)).status).toBe('rejected');
  });
});

describe('who may look (contract §2, §8)', () => {
  it('a merchant’s credentials: 403; none: 401', async () => {
    const id = await onboarding.submittedPerson();
    for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${UNKNOWN}`]) {
      expect(await merchant.client.get(path)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
      expect((await service.anonymous.get(path)).status).toBe(401);
    }
  });

  it('a viewer may read, and decide nothing', async () => {
    const id = await onboarding.submittedPerson();
    expect((await viewer.client.get(PATH)).status).toBe(200);
    expect((await viewer.client.get(`${PATH}/${id}`)).status).toBe(200);
    expect((await viewer.client.post(`${PATH}/${id}/approve`)).status).toBe(403);
  });
});
