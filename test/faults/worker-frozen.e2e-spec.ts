import type { ServerResponse } from 'node:http';
import {
  eventually,
  expectAllOnceOrSame,
  MOST_UNRECORDED,
  PostbackBench,
  settingOnThisMachine,
  startService,
  type TestService,
} from '../support';
import { startProcess, type TestProcess } from '../support/process';

const LEASE_ENDS_MS = 50_000;
/** How long a frozen worker may hold a lock: five seconds by its connections' settings, and what this machine adds. */
const LOCK_MS = 10_000;

interface Written {
  readonly status: string;
  readonly attempt_count: number;
  readonly logged: number[];
}

describe('a worker that stands still past its lease, and wakes (contract §7, At least once)', () => {
  let service: TestService;
  let bench: PostbackBench;
  const workers: TestProcess[] = [];

  const begin = async (env: Record<string, string>): Promise<void> => {
    service = await startService({
      env: { POSTBACK_TIMEOUT_MS: settingOnThisMachine(1_000), POSTBACK_BREAKER: '1000,30,900', ...env },
    });
    bench = new PostbackBench(service, await service.merchant());
  };
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      process.kill(worker.pid, 'SIGCONT');
      await worker.end('SIGKILL');
    }
    await bench.close();
    await service.stop();
  });

  const startWorker = async (): Promise<TestProcess> => {
    const worker = await startProcess(service, 'worker');
    workers.push(worker);
    return worker;
  };
  const written = (): Promise<Written[]> =>
    service.dataSource.query<Written[]>(
      `SELECT status, attempt_count, ARRAY(SELECT status_code FROM postback_attempts a
                WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.id ORDER BY number) AS logged
         FROM postback_deliveries d WHERE merchant_id = $1 ORDER BY sequence`,
      [bench.merchant.id],
    );

  it('another one takes over; nothing is lost, nothing of what the other one wrote is overwritten', async () => {
    await begin({ POSTBACK_RETRY_WAITS: '0,1,1,1,1,1' });
    const shop = await bench.open(() => (_received, response) => {
      setTimeout(() => response.writeHead(200).end(), 150);
    });
    await bench.subscribe(shop.url);
    const sleeper = await startWorker();
    await bench.happenMany(100);
    await shop.wait(20);
    process.kill(sleeper.pid, 'SIGSTOP');
    await startWorker();
    await eventually(async () => {
      const rows = await written();
      expect(rows).toHaveLength(100);
      expect(rows.every(({ status }) => status === 'delivered')).toBe(true);
    }, LEASE_ENDS_MS);
    process.kill(sleeper.pid, 'SIGCONT');
    await eventually(() => {
      expect(sleeper.output()).toContain('its lease had ended');
    });
    await eventually(async () => {
      for (const row of await written()) {
        expect(row).toMatchObject({ status: 'delivered', attempt_count: row.logged.length });
      }
    });
    expect(expectAllOnceOrSame(shop.received, 100)).toBeLessThanOrEqual(MOST_UNRECORDED);
  });

  it('what its receiver had answered 200 ends delivered, also when others have used up the schedule since', async () => {
    // One attempt, and no more by itself.
    await begin({ POSTBACK_RETRY_WAITS: '0' });
    const open: ServerResponse[] = [];
    const shop = await bench.open((_received, index) =>
      index === 0 ? (_held, response) => open.push(response) : 500,
    );
    await bench.subscribe(shop.url);
    const sleeper = await startWorker();
    await bench.happens();
    await shop.wait(1);
    process.kill(sleeper.pid, 'SIGSTOP');
    open[0]?.writeHead(200).end();
    await startWorker();
    await eventually(async () => {
      expect(await written()).toEqual([{ status: 'exhausted', attempt_count: 1, logged: [500] }]);
    }, LEASE_ENDS_MS);
    process.kill(sleeper.pid, 'SIGCONT');
    await eventually(async () => {
      expect(await written()).toEqual([{ status: 'delivered', attempt_count: 2, logged: [500, 200] }]);
    });
    // It is logged after it is written.
    await eventually(() => {
      expect(sleeper.output()).toContain('its lease had ended, the success was written late');
    });
  });

  it('holds no lock of an endpoint for longer than a few seconds', async () => {
    await begin({ POSTBACK_RETRY_WAITS: '0,1,1' });
    const open: ServerResponse[] = [];
    const shop = await bench.open(() => (_held, response) => open.push(response));
    const { id } = await bench.subscribe(shop.url);
    const sleeper = await startWorker();
    await bench.happens();
    await shop.wait(1);

    // Its transaction has the endpoint's lock and waits for the delivery's at the moment in which it stands still.
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM postback_deliveries WHERE merchant_id = $1 FOR UPDATE', [
      bench.merchant.id,
    ]);
    open[0]?.writeHead(500).end();
    await eventually(async () => {
      const waiting = await service.dataSource.query<unknown[]>(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    process.kill(sleeper.pid, 'SIGSTOP');
    await holder.commitTransaction();
    await holder.release();

    await service.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await manager.query('SELECT 1 FROM postback_endpoints WHERE id = $1 FOR NO KEY UPDATE', [id]);
    });
    process.kill(sleeper.pid, 'SIGCONT');
    // What came of the attempt is written once it wakes.
    await eventually(async () => {
      expect((await written())[0]?.logged).toContain(500);
    }, LEASE_ENDS_MS);
  });
});
