import { eventually, startService, type TestService } from '../support';
import { startProcess } from '../support/process';
import { onServer } from '../support/test-server';

const EXPIRED = 400_000;
const TASK = 'idempotency-purge';

describe('a worker that is told to end amid a sweep', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
    await unhurried(
      `INSERT INTO idempotency_records (scope, request_mac, mac_key_id, response_status, response_body, expires_at)
       SELECT sha256(n::text::bytea), '\\x00', 'old', 200, '{}', now() - interval '1 hour' FROM generate_series(1, $1) AS n`,
      [EXPIRED],
    );
    await service.dataSource.query('DELETE FROM scheduled_task_runs WHERE name = $1', [TASK]);
  });
  afterAll(async () => {
    await unhurried('DELETE FROM idempotency_records WHERE expires_at < now()');
    await service.stop();
  });

  /** Not by a session of the API, which has ten seconds for a statement. */
  const unhurried = (sql: string, values?: unknown[]): Promise<unknown> =>
    onServer(service.config.database.url, (client) => client.query(sql, values));

  const left = async (): Promise<number> => {
    const [{ count }] = await service.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM idempotency_records WHERE expires_at < now()',
    );
    return count;
  };

  it('ends between two rounds; what is left waits for nobody', async () => {
    const worker = await startProcess(service, 'worker');
    await eventually(async () => expect(await left()).toBeLessThan(EXPIRED));
    expect(await worker.end('SIGTERM')).toBe(0);
    const atTheEnd = await left();
    expect(atTheEnd).toBeGreaterThan(0);
    expect(
      await service.dataSource.query(
        `SELECT next_run_at <= clock_timestamp() AS "isDue", lease_until IS NULL AS "isFree"
           FROM scheduled_task_runs WHERE name = $1`,
        [TASK],
      ),
    ).toEqual([{ isDue: true, isFree: true }]);
    const next = await startProcess(service, 'worker');
    await eventually(async () => expect(await left()).toBeLessThan(atTheEnd));
    expect(await next.end('SIGTERM')).toBe(0);
  });
});
