import { Client } from 'pg';
import { eventually, startService, type TestService } from '../support';
import { pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';
import { spawnProcess, type TestProcess } from '../support/process';

/** Longer than something may wait, or a relay be silent: a minute. */
const NOTICED_WITHIN_MS = 120_000;

/** A worker whose sockets are all well and whose work stands still is not ready: its readiness tells of work. */
describe('the readiness of a worker', () => {
  let service: TestService;
  let worker: TestProcess;
  let holder: Client;

  beforeAll(async () => {
    service = await startService();
    await (await service.merchant()).client.post('/v1/charges', pixBody());
    holder = new Client({ connectionString: await workerDatabaseUrl() });
    await holder.connect();
    // Held before there is a worker: whoever hands events on passes it by.
    await holder.query('BEGIN');
    await holder.query(
      'SELECT 1 FROM outbox_events WHERE relayed_at IS NULL ORDER BY position LIMIT 1 FOR UPDATE',
    );
    worker = await spawnProcess(service, 'worker');
  });
  afterAll(async () => {
    await holder.end();
    await worker.end('SIGTERM');
    await service.stop();
  });

  /** The status, and what is down. */
  const ready = async (): Promise<unknown[]> => {
    const { status, body } = await worker.client().get('/health/ready');
    const down = (body.details ?? []) as { field: string }[];
    return [status, down.map(({ field }) => field)];
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await worker.client().get('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const says = (expected: unknown[], withinMs?: number): Promise<void> =>
    eventually(async () => expect(await ready()).toEqual(expected), withinMs);

  it('an event that nobody hands on for a minute; and when it was, it is ready again', async () => {
    await says([200, []]);
    await says([503, ['events']], NOTICED_WITHIN_MS);
    expect(await metric('repasse_outbox_oldest_waiting_seconds')).toBeGreaterThan(60);
    await holder.query('ROLLBACK');
    await says([200, []]);
  });

  it('a relay that ends no round for a minute; and when it does, it is ready again', async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE outbox_events IN ACCESS EXCLUSIVE MODE');
    await says([503, ['relay']], NOTICED_WITHIN_MS);
    const lastRound = await metric('repasse_outbox_last_round_timestamp_seconds');
    expect(Date.now() / 1_000 - lastRound).toBeGreaterThan(55);
    await holder.query('ROLLBACK');
    await says([200, []]);
  });
});
