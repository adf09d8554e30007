import { randomUUID } from 'node:crypto';
import { DeliverSandboxNotificationsTask } from '../../src/providers/sandbox/deliver-sandbox-notifications.task';
import {
  type Answer,
  patiently,
  startService,
  startTasks,
  type TestMerchant,
  type TestService,
} from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { boletoBody, Charging, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';
import { heldBySandbox } from '../support/sandbox';

describe('Contract §1 and §6: the payer acts once per Idempotency-Key', () => {
  let proxy: ChaosProxy;
  let app: TestService;
  let merchant: TestMerchant;
  let charging: Charging;

  beforeAll(async () => {
    const url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    app = await startService({ env: { DATABASE_URL: proxy.through(url) } });
    merchant = await app.merchant();
    charging = new Charging(merchant.client);
  });
  afterAll(async () => {
    await app.stop();
    await proxy.close();
  });
  afterEach(() => {
    proxy.judge = () => 'pass';
  });

  /** The sandbox tells what it has to tell, as it does each second. */
  async function deliver(): Promise<void> {
    const worker = await startTasks(app.config);
    await worker.get(DeliverSandboxNotificationsTask, { strict: false }).run();
    await worker.close();
  }

  const act = (id: string, what: string, key: string): Promise<Answer> =>
    merchant.client.post(`/v1/sandbox/charges/${id}/${what}`, undefined, { 'idempotency-key': key });

  const ACTS = [
    ['pay', 'captured', async () => (await charging.create(pixBody())).id as string],
    ['pay', 'captured', async () => (await charging.create(boletoBody())).id as string],
    ['chargeback', 'chargeback', async () => (await charging.paidPix()).id as string],
  ] as const;

  it.each(ACTS)(
    '%s: what failed before its answer was stored is repeated by its key',
    async (what, status, make) => {
      const id = await make();
      const key = randomUUID();
      proxy.cutAt('UPDATE idempotency_records', 'cut before');
      expect((await act(id, what, key)).status).toBe(503);
      await deliver();
      const repeated = await act(id, what, key);
      expect([repeated.status, repeated.body.data?.status]).toEqual([200, status]);
      expect(repeated.headers['idempotent-replayed']).toBeUndefined();
      await deliver();
      const replay = await act(id, what, key);
      expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([repeated.text, 'true']);
      expect(await heldBySandbox(app, id)).toEqual([{ state: 'captured', captured: 10_000, refunded: 0 }]);
    },
  );

  it.each(ACTS)(
    '%s: what was stored before its answer was lost is answered to its key',
    async (what, status, make) => {
      const id = await make();
      const key = randomUUID();
      proxy.cutAt('COMMIT', 'cut after');
      await act(id, what, key);
      await deliver();
      const repeated = await act(id, what, key);
      expect([repeated.status, repeated.body.data?.status]).toEqual([200, status]);
      expect(await heldBySandbox(app, id)).toEqual([{ state: 'captured', captured: 10_000, refunded: 0 }]);
    },
  );

  it.each(ACTS)('%s: 20 at once with one key: one act, one answer for all', async (what, status, make) => {
    const id = await make();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => patiently(() => act(id, what, key))));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.data.status).toBe(status);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  });

  it('a refusal does not burn the key', async () => {
    const { id } = await charging.create(pixBody());
    const key = randomUUID();
    expect((await act(id, 'chargeback', key)).body.error).toBe('INVALID_STATE');
    await act(id, 'pay', randomUUID());
    expect((await act(id, 'chargeback', key)).body.data.status).toBe('chargeback');
  });
});
