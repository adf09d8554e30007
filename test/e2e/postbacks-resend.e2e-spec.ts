import {
  eventually,
  PostbackBench,
  type Receiver,
  startService,
  type TestMerchant,
  type TestService,
  today,
} from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';
const PERIOD = { date_from: '2020-01-01', date_to: today() };

let service: TestService;
let merchant: TestMerchant;
let bench: PostbackBench;

beforeAll(async () => {
  service = await startService({ worker: true, env: { POSTBACK_RETRY_WAITS: '0,300,6300' } });
});
beforeEach(async () => {
  merchant = await service.merchant();
  bench = new PostbackBench(service, merchant);
});
afterEach(() => bench.close());
afterAll(() => service.stop());

const resend = async (id: string, headers?: Record<string, string>) => {
  const answer = await merchant.client.post(`${LOGS}/${id}/resend`, undefined, headers);
  expect(answer.status).toBe(202);
  return answer;
};
const stands = async (row: object) => eventually(async () => expect(await bench.logs()).toMatchObject([row]));
/** A delivery that has arrived, at a receiver that answers like this from then on. */
const arrived = async (
  then: number | 'hang',
): Promise<{ id: string; endpointId: string; shop: Receiver }> => {
  const shop = await bench.open((_received, index) => (index === 0 ? 200 : then));
  const { id: endpointId } = await bench.subscribe(shop.url);
  await bench.happens();
  return { id: await bench.logged('delivered'), endpointId, shop };
};

describe('what has arrived once, when its repeat is held up (contract §7, Held)', () => {
  const ENDS = ['pause', 'deletion'] as const;
  const end = async (how: (typeof ENDS)[number], endpointId: string): Promise<void> => {
    const path = `${ENDPOINTS}/${endpointId}`;
    if (how === 'pause') expect((await merchant.client.patch(path, { status: 'paused' })).status).toBe(200);
    else expect((await merchant.client.delete(path)).status).toBe(204);
  };

  it.each(ENDS)('a resend before a %s: it stays delivered', async (how) => {
    const { id, endpointId, shop } = await arrived('hang');
    await resend(id);
    await shop.wait(2);
    await end(how, endpointId);
    expect(await bench.logs()).toMatchObject([
      { id, status: 'delivered', next_attempt_at: null, delivered_at: expect.any(String) },
    ]);
  });

  it.each(ENDS)('a replay before a %s: it stays delivered', async (how) => {
    const { id, endpointId } = await arrived(500);
    const path = `${ENDPOINTS}/${endpointId}/replay`;
    await merchant.client.post(path, { ...PERIOD, status: 'delivered' });
    await stands({ status: 'retrying', attempt_count: 2 });
    await end(how, endpointId);
    await stands({ id, status: 'delivered', next_attempt_at: null });
    if (how === 'deletion') return;
    await merchant.client.patch(`${ENDPOINTS}/${endpointId}`, { status: 'active' });
    expect((await merchant.client.post(path, PERIOD)).body.data).toEqual({ matched: 0, queued: 0 });
  });
});
