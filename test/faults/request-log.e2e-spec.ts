import { eventually, type JsonBody, startService, type TestMerchant, type TestService } from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { workerDatabaseUrl } from '../support/database';

describe('the log of requests (contract §2), whatever the database does', () => {
  let proxy: ChaosProxy;
  let service: TestService;
  let merchant: TestMerchant;

  beforeAll(async () => {
    const url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    service = await startService({ env: { DATABASE_URL: proxy.through(url) } });
    merchant = await service.merchant();
  });
  afterAll(async () => {
    await service.stop();
    await proxy.close();
  });

  const ask = async (requestId: string): Promise<void> => {
    const { status } = await merchant.client.get('/v1/merchant', { 'x-request-id': requestId });
    expect(status).toBe(200);
  };
  const logged = async (requestId: string): Promise<JsonBody[]> =>
    (await merchant.client.get(`/v1/requests?search=${requestId}`)).body.data;
  const isLogged = (requestId: string): Promise<void> =>
    eventually(async () => expect(await logged(requestId)).toHaveLength(1));

  it('what was written, and the answer lost, is there once, and so is what comes later', async () => {
    await ask('order-0');
    await isLogged('order-0');
    proxy.cutAt('INSERT INTO api_requests', 'cut after');
    await ask('order-1');
    await isLogged('order-1');
    await ask('order-2');
    await isLogged('order-2');
    expect(await logged('order-1')).toHaveLength(1);
  });

  it('what the database refuses is left out and counted, and keeps nothing else from being written', async () => {
    await service.dataSource.query(
      `ALTER TABLE api_requests ADD CONSTRAINT ck_unlucky CHECK (request_id <> 'order-13') NOT VALID`,
    );
    await Promise.all(['order-11', 'order-12', 'order-13', 'order-14'].map(ask));
    for (const written of ['order-11', 'order-12', 'order-14']) await isLogged(written);
    expect(await logged('order-13')).toEqual([]);
    const { text } = await service.anonymous.get('/metrics');
    expect(text).toMatch(/^repasse_request_log_dropped_total 1$/m);
  });
});
