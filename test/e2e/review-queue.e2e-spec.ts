import {
  CNPJ,
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

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
const read = async (id: string) => (await viewer.client.get(`${PATH}/${id}`)).body.data;
const decide = (id: string, decision: string, body?: unknown) =>
  operator.client.post(`${PATH}/${id}/${decision}`, body);
const judge = (documentId: string, verdict: string, body?: unknown) =>
  operator.client.post(`/v1/review/documents/${documentId}/${verdict}`, body);
/** The queue of this test's merchant. */
const queue = async (query = '') =>
  (await viewer.client.get(`${PATH}?merchant_id=${merchant.id}${query}`)).body as {
    data: { id: string; kind: string; documents: object; [field: string]: unknown }[];
    pagination: { total: number; next_cursor?: string | null };
  };
const queued = async (query = '') => (await queue(query)).data.map(({ id }) => id);

/** Waiting longer than it really does. */
const letWait = (id: string, seconds: number) =>
  service.dataSource.query(
    `UPDATE submerchants SET submitted_at = now() - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

/** An active person whose front_id was rejected by expiry and sent again. */
async function updated(): Promise<{ id: string; documentId: string }> {
  const id = await onboarding.activePerson();
  await letDocumentExpire(service.dataSource, id, 'front_id');
  return { id, documentId: await onboarding.document(id, 'front_id') };
}

describe('GET /v1/review/submerchants: the queue (contract §8)', () => {
  it('oldest submission first, with kind, age and counts, tax numbers masked', async () => {
    const [young, old] = [await onboarding.submittedPerson(), await onboarding.submittedPerson()];
    await letWait(old, 3_600);
    const { id: documentId } = (await read(old)).documents[0];
    await judge(documentId, 'reject', { code: 'cropped' });
    expect(await queued()).toEqual([old, young]);
    const [first] = (await queue()).data;
    const age = first?.['age_seconds'] as number;
    expect([age >= 3_600, age < 3_660]).toEqual([true, true]);
    expect(first).toEqual({
      id: old,
      kind: 'registration',
      status: 'pending_review',
      merchant_id: merchant.id,
      merchant_name: 'Feira da Vila',
      merchant_mode: 'test',
      entity_type: 'pf',
      trade_name: null,
      legal_name: 'Ana Souza',
      tax_id: '*******4725',
      round: 1,
      version: (await onboarding.read(old)).version,
      submitted_at: first?.['waiting_since'],
      waiting_since: expect.stringMatching(/Z$/),
      age_seconds: age,
      due_at: new Date(Date.parse(first?.['waiting_since'] as string) + 48 * 3_600_000).toISOString(),
      // The verdict on a document claimed it.
      claim: expect.objectContaining({ operator: operator.email, mine: false }),
      awaiting_second: null,
      documents: { pending: 3, rejected: 1 },
      findings: (await read(old)).findings.length as number,
    });
  });

  it('active and suspended ones with a pending current document: document_update, since it was sent', async () => {
    const { id, documentId } = await updated();
    await letWait(id, 86_400);
    const registration = await onboarding.submittedPerson();
    await letWait(registration, 60);
    // The submission of the active one is older, its document younger than the other's submission.
    expect(await queued()).toEqual([registration, id]);
    const [, update] = (await queue()).data;
    const { created_at } = (await merchant.client.get(`/v1/submerchants/${id}/documents/${documentId}`)).body
      .data;
    expect(update).toMatchObject({
      kind: 'document_update',
      status: 'active',
      waiting_since: created_at,
      documents: { pending: 1, rejected: 0 },
    });
    await decide(id, 'suspend', { reason: 'x' });
    expect((await queue()).data[1]).toMatchObject({ id, kind: 'document_update', status: 'suspended' });
    await judge(documentId, 'approve');
    expect(await queued()).toEqual([registration]);
  });

  it('a document whose time is over waits for nobody', async () => {
    const { id } = await updated();
    await letDocumentExpire(service.dataSource, id, 'front_id');
    expect(await queued()).toEqual([]);
  });

  it('not what is being edited, decided, or active without anything new', async () => {
    await onboarding.readyCompany();
    await onboarding.activePerson();
    const id = await onboarding.submittedPerson();
    expect(await queued()).toEqual([id]);
    await decide(id, 'request-resubmission', { reasons: [{ code: 'other' }] });
    expect(await queued()).toEqual([]);
    await onboarding.submit(id);
    await decide(id, 'reject', { reasons: [{ code: 'other' }], correctable: true });
    expect(await queued()).toEqual([]);
  });

  it('filters: status, kind, entity_type, merchant_id, search', async () => {
    const { id: update } = await updated();
    const { id: company } = await onboarding.readyCompany();
    await onboarding.submit(company);
    const person = await onboarding.readyPerson({ legal_name: 'Conceição Araújo' });
    await onboarding.submit(person);
    expect(await queued('&status=pending_review')).toEqual([company, person]);
    expect(await queued('&status=active,suspended')).toEqual([update]);
    expect(await queued('&kind=document_update')).toEqual([update]);
    expect(await queued('&kind=registration&entity_type=pf')).toEqual([person]);
    expect(await queued('&entity_type=pj')).toEqual([company]);
    expect(await queued('&search=conceicao')).toEqual([person]);
    expect(await queued(`&search=${CNPJ}`)).toEqual([company]);
    expect(await queued('&search=%25%25')).toEqual([]);
    const { data } = (await viewer.client.get(`${PATH}?merchant_id=${UNKNOWN}`)).body;
    expect(data).toEqual([]);
  });

  it('date_from and date_to count on the moment since which a case waits', async () => {
    const id = await onboarding.submittedPerson();
    await letWait(id, 5 * 86_400);
    const day = (await queue()).data[0]?.['waiting_since'] as string;
    const date = day.slice(0, 10);
    expect(await queued(`&date_from=${date}&date_to=${date}`)).toEqual([id]);
    expect(await queued(`&date_from=${new Date().toISOString().slice(0, 10)}`)).toEqual([]);
  });

  it('due=late: what should have been decided by now', async () => {
    const [young, old] = [await onboarding.submittedPerson(), await onboarding.submittedPerson()];
    await letWait(young, 47 * 3_600);
    await letWait(old, 49 * 3_600);
    expect(await queued('&due=late')).toEqual([old]);
  });

  it('sort: by name, merchant, round or waiting time, both ways; equal ones by waiting time; not a walk', async () => {
    const ids: string[] = [];
    for (const trade_name of ['bar do Zeca', 'Ateliê', 'Casa']) {
      const id = await onboarding.readyPerson({ trade_name });
      await onboarding.submit(id);
      ids.push(id);
    }
    const [bar, atelier, house] = ids;
    expect(await queued('&sort=name')).toEqual([atelier, bar, house]);
    expect(await queued('&sort=-name&limit=2')).toEqual([house, bar]);
    expect(await queued('&sort=-waiting_since')).toEqual([house, atelier, bar]);
    expect(await queued('&sort=-round')).toEqual(ids);
    expect(await queued('&sort=merchant')).toEqual(ids);
    const walk = await viewer.client.get(`${PATH}?sort=name&cursor=`);
    expect(walk.status).toBe(422);
    expect(walk.body.details).toMatchObject([{ field: 'cursor', code: 'not_with_sort' }]);
  });

  it('page and limit; a walk by cursor sees every case once', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await onboarding.submittedPerson());
    // Several at the very same moment: the id decides.
    await service.dataSource.query(`UPDATE submerchants SET submitted_at = now() WHERE id = ANY($1)`, [ids]);
    const { pagination } = await queue('&limit=2');
    expect(pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 });
    const pages = [
      await queued('&limit=2'),
      await queued('&limit=2&page=2'),
      await queued('&limit=2&page=3'),
    ];
    expect(pages.flat()).toEqual([...ids].sort());
    expect(await queued('&limit=2&page=4')).toEqual([]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await queue(`&limit=2&cursor=${cursor}`);
      walked.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.next_cursor ?? null;
    }
    expect(walked).toEqual(pages.flat());
  });

  it.each([
    'status=pending',
    'status=nope',
    'kind=nope',
    'entity_type=xx',
    'merchant_id=nope',
    'assignee=ana',
    'search=x',
    'page=0',
    'limit=101',
    'cursor=nope',
  ])('?%s: 422', async (query) => {
    expect(await viewer.client.get(`${PATH}?${query}`)).toMatchObject({
      status: 422,
      body: { error: 'VALIDATION_FAILED' },
    });
  });
});
