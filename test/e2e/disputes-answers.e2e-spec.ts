import { randomUUID } from 'node:crypto';
import { ProviderTimeoutService } from '../../src/providers';
import { eventually, startService, type TestOperator, type TestService } from '../support';
import { Disputing } from '../support/disputes';
import { spoil, runNow } from '../support/sandbox';

let app: TestService;
let viewer: TestOperator;
let at: Disputing;

beforeAll(async () => {
  app = await startService({ worker: true });
  viewer = await app.operator({ role: 'viewer' });
});
beforeEach(async () => {
  at = await Disputing.begin(app);
});
afterAll(() => app.stop());

const STATEMENT = { statement: 'The goods were delivered, and signed for.' };
const EVIDENCE = [
  { name: 'delivery.pdf', file_url: 'https://files.example.com/delivery.pdf', mime_type: 'application/pdf' },
];

const contest = (id: string, body: unknown = STATEMENT, headers = {}) =>
  at.client.post(`/v1/disputes/${id}/contest`, body, headers);
const accept = (id: string) => at.client.post(`/v1/disputes/${id}/accept`);
const refused = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

async function disputed(kind: 'chargeback' | 'pix_return' = 'chargeback', amount = 3_000): Promise<string> {
  return (await at.opened(await at.paidPix({ amount }), kind)).id;
}

describe('Contesting a dispute (money contract §17)', () => {
  it('tells the provider what speaks for the payment; the dispute is contested, then decided', async () => {
    const id = await disputed();
    const answer = await contest(id, { ...STATEMENT, evidence: EVIDENCE });
    expect([answer.status, answer.body.data]).toMatchObject([200, { id, status: 'contested', version: 2 }]);
    expect(await at.eventsOf(id)).toEqual(['dispute.open', 'dispute.contested']);
    const [kept] = await app.dataSource.query<unknown[]>(
      'SELECT statement, evidence FROM disputes WHERE id = $1',
      [id],
    );
    expect(kept).toEqual({ ...STATEMENT, evidence: EVIDENCE });
    expect(refused(await contest(id))).toEqual([409, 'INVALID_STATE']);
    expect(refused(await accept(id))).toEqual([409, 'INVALID_STATE']);
    expect((await at.decided(id, 'win')).status).toBe('won');
    expect(refused(await contest(id))).toEqual([409, 'INVALID_STATE']);
    expect(refused(await at.decide(id, 'lose'))).toEqual([409, 'INVALID_STATE']);
  });

  it('after respond_by it is too late: 409 RESPONSE_TOO_LATE; accepting is not', async () => {
    const id = await disputed();
    await app.dataSource.query(`UPDATE disputes SET respond_by = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    expect(refused(await contest(id))).toEqual([409, 'RESPONSE_TOO_LATE']);
    expect((await at.read(id)).status).toBe('open');
    expect((await accept(id)).body.data).toMatchObject({ status: 'lost' });
  });

  it.each([
    [{}, 'statement required'],
    [{ statement: '' }, 'statement empty'],
    [
      { ...STATEMENT, evidence: [{ ...EVIDENCE[0], mime_type: 'text/html' }] },
      'evidence[0].mime_type not_allowed',
    ],
    [
      { ...STATEMENT, evidence: [{ ...EVIDENCE[0], file_url: 'file:///etc/passwd' }] },
      'evidence[0].file_url invalid_url',
    ],
    [{ ...STATEMENT, evidence: Array.from({ length: 11 }, () => EVIDENCE[0]) }, 'evidence too_many'],
    [{ ...STATEMENT, reply: 'x' }, 'reply unknown_field'],
  ])('%j is refused: %s', async (body, fault) => {
    const answer = await contest(await disputed(), body);
    expect(answer.status).toBe(422);
    const [{ field, code }] = answer.body.details;
    expect(`${field} ${code}`).toBe(fault);
  });

  it('the same key answers the same; nobody else finds it', async () => {
    const id = await disputed();
    const key = { 'idempotency-key': randomUUID() };
    const first = await contest(id, STATEMENT, key);
    const again = await contest(id, STATEMENT, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await app.merchant();
    for (const path of [
      `/v1/disputes/${id}/contest`,
      `/v1/disputes/${id}/accept`,
      `/v1/sandbox/disputes/${id}/win`,
    ])
      expect((await other.client.post(path, path.endsWith('contest') ? STATEMENT : undefined)).status).toBe(
        404,
      );
    expect((await other.client.get(`/v1/disputes/${id}`)).status).toBe(404);
    expect((await other.client.get('/v1/disputes')).body.data).toEqual([]);
  });

  it('a provider that refuses: 409 PROVIDER_REFUSED, and everything is as it was', async () => {
    const id = await disputed();
    await spoil(app, 'contest', 'refused');
    const key = { 'idempotency-key': randomUUID() };
    expect(refused(await contest(id, STATEMENT, key))).toEqual([409, 'PROVIDER_REFUSED']);
    expect(await at.read(id)).toMatchObject({ status: 'open', version: 1 });
    expect((await contest(id, STATEMENT, key)).status).toBe(200);
  });

  it('no answer in time: 202 with the dispute as it stands, one effect, and meanwhile 409', async () => {
    const timeout = app.api.get(ProviderTimeoutService, { strict: false });
    const replaced = jest.replaceProperty(timeout, 'timeoutMs', 300);
    try {
      for (const kind of ['lost', 'silent'] as const) {
        const id = await disputed();
        await spoil(app, 'contest', kind);
        await app.dataSource.query('SELECT 1');
        const answer = await contest(id);
        expect([answer.status, answer.body.data.status]).toEqual([202, 'open']);
        expect(['OPERATION_IN_PROGRESS', 'INVALID_STATE']).toContain((await accept(id)).body.error);
        await runNow(app);
        await eventually(async () => expect((await at.read(id)).status).toBe('contested'), 20_000);
        expect(await at.eventsOf(id)).toEqual(['dispute.open', 'dispute.contested']);
      }
    } finally {
      replaced.restore();
    }
  });
});

describe('Accepting a dispute', () => {
  it('a chargeback is lost, and nothing moves any more', async () => {
    const id = await disputed();
    expect((await accept(id)).body.data).toMatchObject({ status: 'lost', debited_amount: 3_000 });
    expect(await at.eventsOf(id)).toEqual(['dispute.open', 'dispute.lost']);
    expect(refused(await at.decide(id, 'win'))).toEqual([409, 'INVALID_STATE']);
  });

  it('the return of a pix is debited of what was blocked; its charge is a chargeback', async () => {
    const id = await disputed('pix_return');
    const { body } = await accept(id);
    expect(body.data).toMatchObject({ status: 'lost', blocked_amount: 0, debited_amount: 3_000 });
    expect(await at.balances()).toMatchObject({ available: 0, blocked: 0, debt: 0 });
    expect((await at.charging.read(body.data.charge_id)).status).toBe('chargeback');
  });

  it('of a charge that was refunded whole: the provider is told of nothing, all the same', async () => {
    const charge = await at.paidPix();
    await at.client.post(`/v1/charges/${charge}/refund`);
    const { id } = await at.opened(charge);
    expect((await accept(id)).body.data).toMatchObject({ status: 'lost', amount: 0 });
  });
});

describe('Reading disputes', () => {
  it('filters by kind, status, charge, its id as a search, and date; exact totals', async () => {
    const [first, second] = [await at.paidPix(), await at.paidPix()];
    const one = await at.opened(first, 'pix_return');
    const two = await at.opened(second);
    const find = async (query: string) => {
      const { body } = await at.client.get(`/v1/disputes?${query}`);
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await find('')).toEqual([two.id, one.id]);
    expect(await find('kind=pix_return')).toEqual([one.id]);
    await accept(two.id);
    expect(await find('status=lost')).toEqual([two.id]);
    expect(await find('status=open,contested')).toEqual([one.id]);
    expect(await find(`search=${second.slice(-12)}`)).toEqual([two.id]);
    expect(await find(`charge_id=${first.toUpperCase()}`)).toEqual([one.id]);
    expect(await find('date_from=2099-01-01')).toEqual([]);
    expect((await at.client.get('/v1/disputes?status=closed')).status).toBe(422);
    expect((await at.client.get(`/v1/disputes/${randomUUID()}`)).status).toBe(404);
    expect((await at.client.get(`/v1/disputes/${one.id}`)).body.data).toEqual(one);
  });

  it('filters by a wallet that bears them, for operators too (money contract §20, Lists)', async () => {
    const both = await at.opened(await at.paidPix({ split_rules: at.halves() }));
    const one = await at.opened(await at.paidPix({ split_rules: at.halves('merchant') }));
    const read = async (wallet: string) => {
      const pages = [
        await at.client.get(`/v1/disputes?wallet_id=${wallet}`),
        await viewer.client.get(`/v1/review/disputes?wallet_id=${wallet}`),
      ];
      return pages.map(({ body }) => [
        body.pagination?.total,
        body.data?.map(({ id }: { id: string }) => id).sort(),
      ]);
    };
    expect(await read(at.merchant.id)).toEqual(Array(2).fill([2, [both.id, one.id].sort()]));
    expect(await read(at.seller)).toEqual(Array(2).fill([1, [both.id]]));
    expect(await read(randomUUID())).toEqual(Array(2).fill([0, []]));
    expect((await at.client.get('/v1/disputes?wallet_id=1')).status).toBe(422);
  });

  it('operators see those of all merchants, oldest first, and whose they are', async () => {
    const id = await disputed();
    const newer = await disputed();
    const queue = await viewer.client.get(`/v1/review/disputes?merchant_id=${at.merchant.id}&status=open`);
    expect(queue.body.data.map((one: { id: string }) => one.id)).toEqual([id, newer]);
    expect(queue.body.data[0]).toMatchObject({
      merchant_id: at.merchant.id,
      merchant_mode: 'test',
      kind: 'chargeback',
    });
    const all = await viewer.client.get('/v1/review/disputes?limit=100');
    expect(all.body.pagination.total).toBeGreaterThan(2);
    const openedAt = all.body.data.map((one: { opened_at: string }) => one.opened_at);
    expect([...openedAt].sort()).toEqual(openedAt);
    expect((await at.client.get('/v1/review/disputes')).status).toBe(403);
  });

  it('operators read one, whosesoever it is, with what its merchant said', async () => {
    const id = await disputed();
    const read = async () => (await viewer.client.get(`/v1/review/disputes/${id}`)).body.data;
    expect(await read()).toEqual({
      ...(await at.read(id)),
      merchant_id: at.merchant.id,
      merchant_name: expect.any(String),
      merchant_mode: 'test',
      statement: null,
      evidence: [],
    });
    await contest(id, { ...STATEMENT, evidence: EVIDENCE });
    expect(await read()).toMatchObject({ status: 'contested', ...STATEMENT, evidence: EVIDENCE });
    expect((await viewer.client.get(`/v1/review/disputes/${randomUUID()}`)).status).toBe(404);
    expect((await at.client.get(`/v1/review/disputes/${id}`)).status).toBe(403);
  });
});
