import {
  type Answer,
  eventually,
  type SessionClient,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

/** contract §3, of every merchant without limits of its own. */
const DEFAULTS = { transactions: 100, queries: 200, default: 100 };

let service: TestService;
let admin: TestOperator;
let session: SessionClient;
let merchant: TestMerchant;
let path: string;

beforeAll(async () => {
  service = await startService();
  admin = await service.operator({ role: 'admin' });
  session = await admin.logIn();
});
beforeEach(async () => {
  merchant = await service.merchant({ limits: 'default' });
  path = `/v1/review/merchants/${merchant.id}/limits`;
});
afterAll(() => service.stop());

const outcome = ({ status, body }: Answer) => [status, body?.error];
const NONE = { transactions: null, queries: null, default: null };

describe('GET, PATCH /v1/review/merchants/{id}/limits (contract §8)', () => {
  it('shows the limits in force, those of the merchant, and the defaults', async () => {
    expect((await session.get(path)).body.data).toEqual({ ...DEFAULTS, own: NONE, defaults: DEFAULTS });
  });

  it('changes the categories that are named; null goes back to the default', async () => {
    const changed = await session.patch(path, { transactions: 7, queries: 8 });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      {
        transactions: 7,
        queries: 8,
        default: DEFAULTS.default,
        own: { transactions: 7, queries: 8, default: null },
        defaults: DEFAULTS,
      },
    ]);
    expect((await session.patch(path, { transactions: null })).body.data).toMatchObject({
      transactions: DEFAULTS.transactions,
      own: { transactions: null, queries: 8, default: null },
    });
    expect((await session.get(path)).body.data).toMatchObject({ queries: 8, own: { queries: 8 } });
  });

  it('takes effect within five seconds: the headers say so, and what is above it is refused', async () => {
    await session.patch(path, { default: 3 });
    const limited = await eventually(async () => {
      const answer = await merchant.client.get('/v1/merchant');
      expect(answer.headers['x-ratelimit-limit']).toBe('3');
      return answer;
    }, 5_000);
    expect([200, 429]).toContain(limited.status);
    await eventually(async () => expect((await merchant.client.get('/v1/merchant')).status).toBe(429), 5_000);
    await session.patch(path, { default: null });
    await eventually(async () => {
      const answer = await merchant.client.get('/v1/merchant');
      expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, String(DEFAULTS.default)]);
    }, 5_000);
  });

  it('takes 1 and 1,000,000,000, as the command line does', async () => {
    const widest = { transactions: 1, queries: 1_000_000_000, default: 1 };
    expect((await session.patch(path, widest)).body.data.own).toEqual(widest);
  });

  it.each<[string, unknown]>([
    ['', {}],
    ['transactions', { transactions: 0 }],
    ['transactions', { transactions: -1 }],
    ['queries', { queries: 1.5 }],
    ['queries', { queries: '7' }],
    ['default', { default: 1_000_000_001 }],
    ['default', { default: true }],
    ['charges', { charges: 1 }],
  ])('a wrong %s: 422, and nothing changes', async (field, body) => {
    const answer = await session.patch(path, body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([422, field]);
    expect((await session.get(path)).body.data.own).toEqual(NONE);
  });

  it('30 changes at the same moment: each is whole, none is lost, and the last one stands', async () => {
    const categories = ['transactions', 'queries', 'default'] as const;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        session.patch(path, { [categories[index % 3] ?? '']: 1_000 + index }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    const entries = await service.dataSource.query<{ details: string }[]>(
      `SELECT details FROM audit_entries WHERE merchant_id = $1 AND action = 'limits.changed' AND actor_id = $2
        ORDER BY sequence`,
      [merchant.id, admin.id],
    );
    expect(entries).toHaveLength(30);
    const steps = entries.map(({ details }) => JSON.parse(details) as { from: object; to: object });
    // Each change begins where the one before ended: they took turns.
    for (const [index, { from }] of steps.entries()) expect(from).toEqual(steps[index - 1]?.to ?? NONE);
    expect((await session.get(path)).body.data.own).toEqual(steps.at(-1)?.to);
  });

  it('is audited once, with the operator as actor', async () => {
    await session.patch(path, { queries: 9 });
    const entries = await service.dataSource.query<object[]>(
      `SELECT action, actor_kind, actor_id, actor_email FROM audit_entries
        WHERE merchant_id = $1 AND action = 'limits.changed'`,
      [merchant.id],
    );
    expect(entries).toEqual([
      { action: 'limits.changed', actor_kind: 'operator', actor_id: admin.id, actor_email: admin.email },
    ]);
  });

  it('a viewer reads, only an admin changes', async () => {
    for (const role of ['viewer', 'reviewer'] as const) {
      const other = await (await service.operator({ role })).logIn();
      expect((await other.get(path)).status).toBe(200);
      expect(outcome(await other.patch(path, { queries: 1 }))).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('an operator’s key pair opens neither, whatever its role: 403', async () => {
    expect(outcome(await admin.client.get(path))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await admin.client.patch(path, { queries: 1 }))).toEqual([403, 'FORBIDDEN']);
    expect((await session.get(path)).body.data.own).toEqual(NONE);
  });

  it('of an unknown merchant: 404', async () => {
    const unknown = '/v1/review/merchants/01890000-0000-7000-8000-000000000000/limits';
    expect(outcome(await session.get(unknown))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await session.patch(unknown, { queries: 1 }))).toEqual([404, 'NOT_FOUND']);
  });
});
