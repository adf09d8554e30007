import { ExpireChargesTask } from '../../src/charges/expire/expire-charges.task';
import { Metrics } from '../../src/common/metrics';
import { eventually, startService, type TestMerchant, type TestOperator, type TestService } from '../support';
import { Charging, pixBody } from '../support/charges';
import { heldBySandbox, payAnyway, spoil } from '../support/sandbox';

let app: TestService;
let merchant: TestMerchant;
let viewer: TestOperator;
let charging: Charging;

beforeAll(async () => {
  app = await startService({ worker: true });
  merchant = await app.merchant();
  viewer = await app.operator({ role: 'viewer' });
  charging = new Charging(merchant.client);
});

afterAll(() => app.stop());

const post = (path: string, body?: unknown) => merchant.client.post(path, body);

/** The charges of a charge's events, in the order of writing. */
async function eventsOf(chargeId: string): Promise<{ type: string; status: string; version: number }[]> {
  return app.dataSource.query(
    `SELECT type, payload::json -> 'charge' ->> 'status' AS status,
            (payload::json -> 'charge' ->> 'version')::int AS version
       FROM outbox_events WHERE resource_id = $1 ORDER BY position`,
    [chargeId],
  );
}

/** How many incidents of a kind the API and the worker counted together. */
async function counted(kind: string): Promise<number> {
  const processes = [app.api, ...(app.worker === null ? [] : [app.worker])];
  const texts = await Promise.all(
    processes.map((one) => one.get(Metrics, { strict: false }).registry.metrics()),
  );
  const text = texts.join('\n');
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith(`repasse_charge_incidents_total{kind="${kind}"}`));
  return lines.reduce((total, line) => total + Number(line.split(' ')[1]), 0);
}

const atDesk = async (id: string) => (await viewer.client.get(`/v1/review/charges/${id}`)).body.data;
const waiting = async (attention: string) => {
  const answer = await viewer.client.get(`/v1/review/charges?attention=${attention}`);
  expect(answer.status).toBe(200);
  return (answer.body.data as { id: string }[]).map(({ id }) => id);
};

describe('Contract §6: a charge that was refunded whole may still be disputed', () => {
  it('it is a chargeback, with one event and one count', async () => {
    const { id } = await charging.paidPix();
    await post(`/v1/charges/${id}/refund`);
    expect((await charging.read(id)).status).toBe('refunded');
    await spoil(app, 'chargeback', 'twice');
    const answer = await post(`/v1/sandbox/charges/${id}/chargeback`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'chargeback']);
    expect(answer.body.data).toMatchObject({ amount_captured: 10_000, amount_refunded: 10_000, version: 4 });
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'charge.chargeback',
      status: 'chargeback',
      version: 4,
    });
    await eventually(async () => {
      const unreported = await app.dataSource.query<unknown[]>(
        'SELECT 1 FROM sandbox_provider.notifications WHERE delivered_at IS NULL',
      );
      expect(unreported).toEqual([]);
    });
    await eventually(async () => expect(await counted('chargeback')).toBe(1));
  });
});

describe('Contract §6: a return that is refused for good', () => {
  it('has an event with a version of its own, is counted, and operators find it', async () => {
    const { id } = await charging.create(pixBody());
    await post(`/v1/charges/${id}/void`);
    await spoil(app, 'refund', 'refused');
    await payAnyway(app, id, 10_000);
    await eventually(async () => expect((await atDesk(id)).attention).toBe('return_failed'));
    expect((await eventsOf(id)).map(({ type, version }) => [type, version])).toEqual([
      ['charge.pending', 1],
      ['charge.voided', 2],
      ['charge.return_failed', 3],
    ]);
    expect(await charging.read(id)).toMatchObject({ status: 'voided', version: 3 });
    expect((await atDesk(id)).returned_payments).toMatchObject([
      { reason: 'charge_ended', status: 'failed', amount: 10_000 },
    ]);
    expect(await waiting('return_failed')).toEqual([id]);
    expect(await waiting('void_refused')).toEqual([]);
    await eventually(async () => expect(await counted('return_failed')).toBe(1));
  });

  it('one that is made is returned, and operators have nothing to do', async () => {
    const { id } = await charging.create(pixBody());
    await post(`/v1/charges/${id}/void`);
    await payAnyway(app, id, 10_000);
    await eventually(async () =>
      expect((await atDesk(id)).returned_payments).toMatchObject([{ status: 'returned' }]),
    );
    expect(await atDesk(id)).toMatchObject({ attention: null, version: 2 });
  });
});

describe('Contract §6: an authorisation that the provider will not let go', () => {
  /** The job runs each minute: these are its next runs. */
  const runJob = async () => app.worker?.get(ExpireChargesTask, { strict: false }).run();
  const calls = async (id: string) =>
    app.dataSource.query<{ status: string; refusals: number }[]>(
      `SELECT status, refusals FROM provider_calls WHERE subject_id = $1 AND kind = 'void' ORDER BY created_at`,
      [id],
    );
  const lapsed = async () => {
    const id = await charging.authorized();
    await app.dataSource.query(`UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    return id;
  };

  it('refused for good: noted once, counted, found by operators, and not asked again', async () => {
    const id = await lapsed();
    await spoil(app, 'void', 'refused');
    await runJob();
    await eventually(async () => expect((await atDesk(id)).attention).toBe('void_refused'));
    await runJob();
    await runJob();
    expect(await calls(id)).toEqual([{ status: 'failed', refusals: 0 }]);
    expect(await waiting('void_refused')).toEqual([id]);
    expect(await waiting('void_refused,return_failed')).toContain(id);
    expect(await charging.read(id)).toMatchObject({ status: 'authorized', version: 3 });
    await eventually(async () => expect(await counted('void_refused')).toBe(1));
    expect(await heldBySandbox(app, id)).toEqual([{ state: 'authorized', captured: 0, refunded: 0 }]);
  });

  it('refused this time only: the same call is asked again, later and later', async () => {
    const id = await lapsed();
    await spoil(app, 'void', 'busy', { times: 2 });
    await runJob();
    await eventually(async () => expect((await calls(id))[0]?.refusals).toBeGreaterThan(0));
    await runJob();
    await charging.until(id, 'voided', 30_000);
    expect(await calls(id)).toEqual([{ status: 'succeeded', refusals: 2 }]);
    expect((await atDesk(id)).attention).toBeNull();
  });

  it('a pending charge of which a wrong payment could not be returned expires all the same', async () => {
    const { id } = await charging.create(pixBody());
    await spoil(app, 'refund', 'refused');
    await payAnyway(app, id, 77);
    await eventually(async () => expect((await atDesk(id)).attention).toBe('return_failed'));
    await app.dataSource.query(`UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    await runJob();
    expect(await charging.read(id)).toMatchObject({ status: 'expired', version: 3 });
  });
});
