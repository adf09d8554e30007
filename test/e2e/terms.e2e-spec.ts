import {
  type Answer,
  type JsonBody,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
  TimeMachine,
} from '../support';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const HOUR = 3_600;
const EVER = '1970-01-01T00:00:00.000Z';

let time: TimeMachine;
let app: TestService;
let admin: TestOperator;
let merchant: TestMerchant;

beforeAll(async () => {
  time = await TimeMachine.install();
  app = await startService();
  await time.freeze();
});
beforeEach(async () => {
  // Key pairs end, and time goes on from test to test.
  admin = await app.operator({ role: 'admin' });
  merchant = await app.merchant();
});
afterAll(() => app.stop());

const add = (body: object): Promise<Answer> => admin.client.post('/v1/review/terms', body);
const inForce = async (of = merchant): Promise<JsonBody> => (await of.client.get('/v1/terms')).body.data;
const outcome = ({ status, body }: Answer): unknown => [status, body?.error, body?.details?.[0]?.field];
const hours = (count: number): string => new Date(time.now().getTime() + count * HOUR * 1_000).toISOString();
const visa = (percentage: number): object => ({ payment_method: 'credit_card', brand: 'visa', percentage });

describe('GET /v1/terms (money contract §13)', () => {
  const product = { id: null, effective_from: EVER, scope: 'default' };

  it('a test merchant starts without fees, and with the settlement of the product', async () => {
    const { status, body } = await merchant.client.get('/v1/terms');
    expect([status, body.data]).toEqual([
      200,
      {
        processing: [],
        settlement: [
          { payment_method: 'pix', days: 0, unit: 'calendar', interval_days: 0, ...product },
          { payment_method: 'credit_card', days: 30, unit: 'calendar', interval_days: 30, ...product },
          { payment_method: 'debit_card', days: 1, unit: 'business', interval_days: 0, ...product },
          { payment_method: 'boleto', days: 2, unit: 'business', interval_days: 0, ...product },
        ],
        reserve: [],
        withdrawal: [],
        dispute: [],
        anticipation: { enabled: true, monthly_percentage: 0, automatic_up_to: null, ...product },
        limits: {
          minimum: 100,
          maximum: null,
          daily_amount: null,
          daily_count: 100,
          review_above: null,
          second_review_above: null,
          ...product,
        },
      },
    ]);
  });

  it("a live merchant's large withdrawals are looked at, and it anticipates nothing before that is agreed", async () => {
    const terms = await inForce(await app.merchant({ mode: 'live' }));
    expect(terms.limits).toMatchObject({ review_above: 5_000_000, second_review_above: 50_000_000 });
    expect(terms.anticipation).toMatchObject({ enabled: false });
  });
});

describe('POST /v1/review/terms', () => {
  it('adds rows of every kind, each with its id, in force for the next request', async () => {
    const body = {
      processing: [
        { payment_method: 'pix', percentage: 0.99, fixed: 0, minimum: 5 },
        { ...visa(2.9999), installments: 12, fixed: 30, minimum: 0 },
      ],
      settlement: [{ payment_method: 'credit_card', days: 2, unit: 'business', interval_days: 30 }],
      reserve: [{ payment_method: 'boleto', percentage: 10, days: 90 }],
      withdrawal: [{ method: 'ted', fixed: 890 }],
      dispute: [{ kind: 'chargeback', fixed: 5_000 }],
      anticipation: { enabled: true, monthly_percentage: 1.5, automatic_up_to: 100_000 },
      limits: { minimum: 500, maximum: 900_000, daily_amount: null, daily_count: 3, review_above: 100_000 },
    };
    const { status, body: answer } = await add({ merchant_id: merchant.id, ...body });
    expect(status).toBe(201);
    const { data } = answer;
    const terms = await inForce();
    expect(terms.processing).toEqual([data.processing[0], data.processing[1]]);
    for (const kind of ['reserve', 'withdrawal', 'dispute', 'anticipation', 'limits'])
      expect([kind, terms[kind]]).toEqual([kind, data[kind]]);
    expect(data.processing).toEqual([
      expect.objectContaining({ ...body.processing[0], brand: null, installments: null, scope: 'merchant' }),
      expect.objectContaining(body.processing[1]),
    ]);
    expect(data.limits).toMatchObject({ ...body.limits, second_review_above: null, id: expect.any(String) });
    // Of the same method its own, of the others the defaults.
    expect(terms.settlement).toHaveLength(4);
    expect(terms.settlement).toContainEqual(expect.objectContaining(body.settlement[0]!));
    expect(await inForce(await app.merchant())).toMatchObject({ processing: [], limits: { id: null } });
  });

  it("the newest in force counts; a merchant's own before the default", async () => {
    const other = await app.merchant();
    await add({ processing: [visa(3)], withdrawal: [{ method: 'pix', fixed: 100 }] });
    await add({ merchant_id: merchant.id, processing: [visa(2)] });
    await add({ merchant_id: merchant.id, processing: [visa(1)] });
    await add({ processing: [visa(4)] });
    expect((await inForce()).processing).toEqual([
      expect.objectContaining({ percentage: 1, scope: 'merchant' }),
    ]);
    expect((await inForce()).withdrawal).toEqual([expect.objectContaining({ fixed: 100, scope: 'default' })]);
    expect((await inForce(other)).processing).toEqual([
      expect.objectContaining({ percentage: 4, scope: 'default' }),
    ]);
  });

  it('at the same moment the last that was added counts, however many are added at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((percentage) =>
        add({ merchant_id: merchant.id, effective_from: hours(1), processing: [visa(percentage)] }),
      ),
    );
    await time.advance(2 * HOUR);
    const last = answers
      .map(({ body }) => body.data.processing[0])
      .sort((one, two) => (one.id < two.id ? 1 : -1))[0];
    expect((await inForce()).processing).toEqual([last]);
  });

  it('a later moment: seen as upcoming, in force from then on', async () => {
    const from = hours(10);
    const { body } = await add({ merchant_id: merchant.id, effective_from: from, processing: [visa(2)] });
    const path = `/v1/review/terms?merchant_id=${merchant.id}`;
    const before = (await admin.client.get(path)).body.data;
    expect([before.merchant_id, before.processing.filter(own), before.upcoming.processing]).toEqual([
      merchant.id,
      [],
      body.data.processing,
    ]);
    await time.advance(10 * HOUR + 1);
    const after = (await admin.client.get(path)).body.data;
    expect([after.processing.filter(own), after.upcoming.processing]).toEqual([body.data.processing, []]);
  });

  it('a day begins in America/Sao_Paulo', async () => {
    const { body } = await add({
      merchant_id: merchant.id,
      effective_from: '2050-06-01',
      processing: [visa(2)],
    });
    expect(body.data.effective_from).toBe('2050-06-01T03:00:00.000Z');
  });

  it('the same Idempotency-Key again adds nothing', async () => {
    const send = (): Promise<Answer> =>
      admin.client.post(
        '/v1/review/terms',
        { merchant_id: merchant.id, withdrawal: [{ method: 'pix', fixed: 1 }] },
        { 'idempotency-key': 'terms-once' },
      );
    const answers = [await send(), await send()];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await added()).toHaveLength(1);
  });

  it.each<[string, object, string, string]>([
    ['nothing', {}, '', 'empty'],
    ['only empty lists', { processing: [] }, '', 'empty'],
    [
      'a past moment',
      { effective_from: '2020-01-01T00:00:00Z', processing: [visa(1)] },
      'effective_from',
      'past',
    ],
    ['the same key twice', { processing: [visa(1), visa(2)] }, 'processing[1]', 'repeated'],
    ['five decimals', { processing: [visa(1.00001)] }, 'processing[0].percentage', 'too_many_decimals'],
    ['above 100 %', { processing: [visa(100.1)] }, 'processing[0].percentage', 'too_large'],
    [
      'a brand of pix',
      { processing: [{ payment_method: 'pix', brand: 'visa', percentage: 1 }] },
      'processing[0].brand',
      'not_allowed',
    ],
    [
      'instalments of debit cards',
      { processing: [{ payment_method: 'debit_card', installments: 2 }] },
      'processing[0].installments',
      'not_allowed',
    ],
    [
      'a brand nobody knows',
      { processing: [{ ...visa(1), brand: 'vista' }] },
      'processing[0].brand',
      'not_allowed',
    ],
    [
      'a fraction of a cent',
      { withdrawal: [{ method: 'pix', fixed: 0.5 }] },
      'withdrawal[0].fixed',
      'invalid_type',
    ],
    ['half a limit', { limits: { minimum: 100 } }, 'limits.daily_count', 'required'],
    [
      'a maximum below the minimum',
      { limits: { minimum: 100, maximum: 99, daily_count: 1 } },
      'limits.maximum',
      'too_small',
    ],
    [
      'an unknown merchant',
      { merchant_id: UNKNOWN_ID, processing: [visa(1)] },
      'merchant_id',
      'unknown_merchant',
    ],
    [
      'another field',
      { processing: [{ ...visa(1), scope: 'merchant' }] },
      'processing[0].scope',
      'unknown_field',
    ],
  ])('%s: 422', async (_name, body, field, code) => {
    const answer = await add({ merchant_id: merchant.id, ...body });
    expect([answer.status, answer.body.error, answer.body.details[0]]).toEqual([
      422,
      'VALIDATION_FAILED',
      expect.objectContaining({ field, code }),
    ]);
    expect(await added()).toEqual([]);
  });

  it('GET of an unknown merchant names the parameter', async () => {
    const answer = await admin.client.get(`/v1/review/terms?merchant_id=${UNKNOWN_ID}`);
    expect(outcome(answer)).toEqual([422, 'VALIDATION_FAILED', 'merchant_id']);
  });

  it('each addition is an entry of the audit log', async () => {
    const { body } = await add({ merchant_id: merchant.id, processing: [visa(2)] });
    const [entry] = await app.dataSource.query<{ details: string; actor_id: string }[]>(
      `SELECT details, actor_id FROM audit_entries WHERE action = 'terms.added' AND merchant_id = $1`,
      [merchant.id],
    );
    expect([entry?.actor_id, JSON.parse(entry?.details ?? '')]).toEqual([admin.id, body.data]);
  });
});

describe('DELETE /v1/review/terms/{id}', () => {
  const future = async (): Promise<string> =>
    (await add({ merchant_id: merchant.id, effective_from: hours(1), processing: [visa(2)] })).body.data
      .processing[0].id;

  it('takes back what has not begun, once however many ask', async () => {
    const id = await future();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.client.delete(`/v1/review/terms/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await added()).toEqual([]);
  });

  it('what is in force stays: 409', async () => {
    const id = await future();
    await time.advance(HOUR + 1);
    expect(outcome(await admin.client.delete(`/v1/review/terms/${id}`))).toEqual([
      409,
      'INVALID_STATE',
      undefined,
    ]);
    expect(await added()).toHaveLength(1);
  });

  it('of an unknown one: 404', async () => {
    expect(outcome(await admin.client.delete(`/v1/review/terms/${UNKNOWN_ID}`))).toEqual([
      404,
      'NOT_FOUND',
      undefined,
    ]);
  });
});

describe('Who may', () => {
  it("an administrator's key pair opens terms; a reviewer looks at them", async () => {
    const reviewer = await app.operator({ role: 'reviewer' });
    expect((await reviewer.client.get('/v1/review/terms')).status).toBe(200);
    const refused = await reviewer.client.post('/v1/review/terms', { processing: [visa(1)] });
    expect(outcome(refused)).toEqual([403, 'FORBIDDEN', undefined]);
  });
});

const own = ({ scope }: { scope: string }): boolean => scope === 'merchant';

const added = (): Promise<unknown[]> =>
  app.dataSource.query('SELECT id FROM terms WHERE merchant_id = $1', [merchant.id]);
