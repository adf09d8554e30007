import {
  eventually,
  expectAllOnceOrSame,
  MOST_UNRECORDED,
  onThisMachine,
  PostbackBench,
  settingOnThisMachine,
  startService,
  type TestService,
} from '../support';
import { startProcess, type TestProcess } from '../support/process';

const EVENTS = 300;
/** Answers as slowly as real receivers do, so that many requests are in flight at any moment. */
const slowly = () => (_received: unknown, response: { writeHead(status: number): { end(): void } }) => {
  setTimeout(() => response.writeHead(200).end(), 150);
};

describe('a worker that dies loses no notification (contract §7, At least once)', () => {
  let service: TestService;
  let bench: PostbackBench;
  const workers: TestProcess[] = [];

  beforeEach(async () => {
    // The lease of a delivery is the time of one request and fifteen seconds.
    service = await startService({
      env: {
        POSTBACK_TIMEOUT_MS: settingOnThisMachine(1_000),
        POSTBACK_RETRY_WAITS: '0,1,1,1,1,1',
        POSTBACK_BREAKER: '1000,30,900',
      },
    });
    bench = new PostbackBench(service, await service.merchant());
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.end('SIGKILL');
    await bench.close();
    await service.stop();
  });

  const startWorker = async (): Promise<TestProcess> => {
    const worker = await startProcess(service, 'worker');
    workers.push(worker);
    return worker;
  };

  it('SIGKILL with notifications in flight: all arrive, what comes twice has the same id and bytes', async () => {
    const shops = [await bench.open(slowly), await bench.open(slowly), await bench.open(slowly)];
    for (const shop of shops) await bench.subscribe(shop.url);
    const doomed = await startWorker();
    await bench.happenMany(EVENTS);
    await shops[0]!.wait(40);
    await doomed.end('SIGKILL');
    const missing = EVENTS - shops[0]!.received.length;
    expect(missing).toBeGreaterThan(0);
    await startWorker();
    for (const shop of shops) {
      await eventually(() => {
        expect(new Set(shop.received.map(({ text }) => text)).size).toBe(EVENTS);
      }, 50_000);
      expect(expectAllOnceOrSame(shop.received, EVENTS)).toBeLessThanOrEqual(MOST_UNRECORDED);
    }
  });

  it('SIGKILL of one of two workers between fan-out and sending, again and again', async () => {
    const shop = await bench.open(slowly);
    await bench.subscribe(shop.url);
    for (let round = 0; round < 3; round += 1) {
      const [doomed] = await Promise.all([startWorker(), bench.happenMany(EVENTS / 3)]);
      await doomed.end('SIGKILL');
    }
    await startWorker();
    await eventually(() => {
      expect(new Set(shop.received.map(({ text }) => text)).size).toBe(EVENTS);
    }, 50_000);
    expectAllOnceOrSame(shop.received, EVENTS);
  });

  it('SIGTERM: what runs is finished and recorded, the rest is given back, nothing comes twice', async () => {
    const shop = await bench.open(slowly);
    await bench.subscribe(shop.url);
    const leaving = await startWorker();
    await bench.happenMany(EVENTS);
    await shop.wait(40);
    const startedMs = Date.now();
    await leaving.end('SIGTERM');
    expect(Date.now() - startedMs).toBeLessThan(onThisMachine(5_000));
    expect(shop.received.length).toBeLessThan(EVENTS);
    const held = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM postback_deliveries WHERE lease_until IS NOT NULL AND merchant_id = $1',
      [bench.merchant.id],
    );
    expect(held[0]?.count).toBe('0');
    await startWorker();
    await shop.wait(EVENTS, 50_000);
    expect(expectAllOnceOrSame(shop.received, EVENTS)).toBe(0);
  });
});
