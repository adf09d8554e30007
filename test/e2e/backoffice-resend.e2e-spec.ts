import {
  type Answer,
  eventually,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

const PATH = '/v1/review/deliveries';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

let service: TestService;
let viewer: TestOperator;
let reviewer: TestOperator;
let merchant: TestMerchant;
let bench: PostbackBench;

beforeAll(async () => {
  service = await startService({ worker: true, env: { POSTBACK_RETRY_WAITS: '0' } });
  viewer = await service.operator({ role: 'viewer' });
  reviewer = await service.operator({ role: 'reviewer' });
});
beforeEach(async () => {
  merchant = await service.merchant({ name: 'Feira' });
  bench = new PostbackBench(service, merchant);
});
afterEach(() => bench.close());
afterAll(() => service.stop());

const outcome = ({ status, body }: Answer) => [status, body?.error];
const audited = (id: string) =>
  service.dataSource.query<{ action: string; actor_id: string; merchant_id: string }[]>(
    'SELECT action, actor_id, merchant_id FROM audit_entries WHERE target_id = $1',
    [id],
  );

describe('POST /v1/review/deliveries/{id}/resend', () => {
  it('202: one attempt more, with the same id and bytes; audited once, with the operator as actor', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    const answer = await reviewer.client.post(`${PATH}/${id}/resend`);
    expect([answer.status, answer.body.data]).toMatchObject([
      202,
      { id, merchant_id: merchant.id, endpoint_url: shop.url, attempt_count: 1 },
    ]);
    const [first, second] = await shop.wait(2);
    expect(second?.text).toBe(first?.text);
    expect(await audited(id)).toEqual([
      { action: 'delivery.resent', actor_id: reviewer.id, merchant_id: merchant.id },
    ]);
  });

  it('with an Idempotency-Key, 20 times at once: done once, audited once', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    const headers = { 'idempotency-key': 'again' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reviewer.client.post(`${PATH}/${id}/resend`, undefined, headers)),
    );
    const taken = answers.filter(({ status }) => status !== 409);
    expect(taken.filter(({ headers: sent }) => sent['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const { status, body } of taken) {
      expect([200, 202]).toContain(status);
      expect(body.data).toMatchObject({ id, merchant_id: merchant.id });
    }
    await shop.wait(2);
    const outcomes = await eventually(async () => {
      const later = await reviewer.client.post(`${PATH}/${id}/resend`, undefined, headers);
      expect(later.status).toBe(200);
      return [later, await reviewer.client.post(`${PATH}/${id}/resend`, undefined, headers)];
    });
    expect(outcomes[0]?.body.data).toMatchObject({
      id,
      status: 'delivered',
      attempt_count: 2,
      endpoint_url: shop.url,
    });
    expect(outcomes[1]?.text).toBe(outcomes[0]?.text);
    await bench.happens();
    await shop.wait(3);
    expect(shop.received).toHaveLength(3);
    expect(await audited(id)).toHaveLength(1);
  });

  it('to a paused endpoint: 409 ENDPOINT_PAUSED; to a deleted one: 409 INVALID_STATE; neither is audited', async () => {
    const { id: endpointId } = await bench.subscribe((await bench.open()).url);
    await bench.happens();
    const id = await bench.logged('delivered');
    await merchant.client.patch(`/v1/postbacks/endpoints/${endpointId}`, { status: 'paused' });
    expect(outcome(await reviewer.client.post(`${PATH}/${id}/resend`))).toEqual([409, 'ENDPOINT_PAUSED']);
    expect((await viewer.client.get(`${PATH}?endpoint_id=${endpointId}`)).body.data).toMatchObject([
      { endpoint_status: 'paused' },
    ]);
    await merchant.client.delete(`/v1/postbacks/endpoints/${endpointId}`);
    expect(outcome(await reviewer.client.post(`${PATH}/${id}/resend`))).toEqual([409, 'INVALID_STATE']);
    expect(await audited(id)).toEqual([]);
  });

  it('a viewer may not: 403; an unknown delivery: 404; a body: 422', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    expect(outcome(await viewer.client.post(`${PATH}/${id}/resend`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await reviewer.client.post(`${PATH}/${UNKNOWN}/resend`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await reviewer.client.post(`${PATH}/nope/resend`))).toEqual([404, 'NOT_FOUND']);
    const body = { url: 'https://evil.example' };
    expect(outcome(await reviewer.client.post(`${PATH}/${id}/resend`, body))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    expect(await audited(id)).toEqual([]);
    expect(shop.received).toHaveLength(1);
  });

  it('an admin may, with a session too; a merchant’s keys may not', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    const session = await (await service.operator({ role: 'admin' })).logIn();
    expect((await session.post(`${PATH}/${id}/resend`)).status).toBe(202);
    await shop.wait(2);
    expect(outcome(await merchant.client.post(`${PATH}/${id}/resend`))).toEqual([403, 'FORBIDDEN']);
  });
});
