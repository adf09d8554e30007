import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emit, eventually, PostbackBench, startService, type TestService } from '../support';
import { startProcess, type TestProcess } from '../support/process';

/** A gigabyte for all endpoints together, four times what the worker may hold. */
const EVENTS = 200;
const ENDPOINTS = 20;
const NOTE = 'açaí '.repeat(50_000).slice(0, 250_000);
const WORKER_HEAP_MB = 256;
/** All of it is written, read and sent. */
const ARRIVE_MS = 240_000;
/** Takes notifications without keeping them: how many came on each path, by their ids. */
class Counter {
  readonly seen = new Map<string, Set<string>>();
  private readonly server: Server = createServer((request, response) => {
    const ids = this.seen.get(request.url ?? '') ?? new Set<string>();
    this.seen.set(request.url ?? '', ids.add(String(request.headers['x-service-delivery-id'])));
    request.resume().on('end', () => response.writeHead(200).end());
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('large events for many endpoints', () => {
  const counter = new Counter();
  let service: TestService;
  let worker: TestProcess;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await worker.end('SIGKILL');
    await counter.close();
    await service.stop();
  });

  it(`a worker of ${WORKER_HEAP_MB} MB hands on and delivers ${EVENTS} of 250 KB to ${ENDPOINTS} endpoints`, async () => {
    const merchant = await service.merchant();
    const bench = new PostbackBench(service, merchant);
    const base = await counter.open();
    for (let index = 0; index < ENDPOINTS; index += 1) await bench.subscribe(`${base}/${index}`);
    for (let sent = 0; sent < EVENTS; sent += 10) {
      const event = { merchantId: merchant.id, payload: { charge: { note: NOTE } } };
      await emit(service, ...Array.from({ length: 10 }, () => event));
    }
    worker = await startProcess(service, 'worker', {
      NODE_OPTIONS: `--max-old-space-size=${WORKER_HEAP_MB}`,
    });
    await eventually(async () => {
      const rows = await service.dataSource.query<{ status: string; count: string }[]>(
        'SELECT status, count(*) FROM postback_deliveries GROUP BY status',
      );
      expect(rows).toEqual([{ status: 'delivered', count: String(EVENTS * ENDPOINTS) }]);
    }, ARRIVE_MS);
    expect([...counter.seen.values()].map(({ size }) => size)).toEqual(Array(ENDPOINTS).fill(EVENTS));
    expect(worker.exitCode()).toBeNull();
  });
});
