import {
  onThisMachine,
  PostbackBench,
  type Received,
  sayMeasured,
  startService,
  type TestService,
} from '../support';

const MERCHANTS = 10;
const ENDPOINTS_EACH = 20;
const EVENTS = 100;
const EVERY_MS = 120;

describe('endpoints that hang hold up nobody else (contract §7, At least once)', () => {
  let service: TestService;
  const benches: PostbackBench[] = [];

  beforeAll(async () => {
    service = await startService({ worker: true });
  });
  afterAll(async () => {
    for (const bench of benches) await bench.close();
    await service.stop();
  });

  const newBench = async (): Promise<PostbackBench> => {
    const bench = new PostbackBench(service, await service.merchant());
    benches.push(bench);
    return bench;
  };

  it(`${MERCHANTS * ENDPOINTS_EACH} that never answer: a healthy one has 99 of 100 notifications within 2 s`, async () => {
    const hanging: PostbackBench[] = [];
    for (let index = 0; index < MERCHANTS; index += 1) {
      const bench = await newBench();
      const dead = await bench.open(() => 'hang');
      for (let each = 0; each < ENDPOINTS_EACH; each += 1) await bench.subscribe(dead.url);
      hanging.push(bench);
    }
    const healthy = await newBench();
    const shop = await healthy.open();
    await healthy.subscribe(shop.url);
    await healthy.happens();
    await shop.wait(1);
    // Each of the hanging ones has more to send than it is asked at a time.
    for (const bench of hanging) await bench.happenMany(15);

    const committed = new Map<string, number>();
    for (let event = 0; event < EVENTS; event += 1) {
      const begunMs = Date.now();
      committed.set(await healthy.happens(), begunMs);
      // And more all the time, so that none of them is ever forgotten.
      if (event % 10 === 0) for (const bench of hanging) await bench.happens();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, begunMs + EVERY_MS - Date.now())));
    }
    const received = (await shop.wait(EVENTS + 1)).slice(1);
    const waits = received
      .map(({ at, body }: Received) => at - (committed.get((body.charge as { id: string }).id) ?? 0))
      .sort((left, right) => left - right);
    const [median = 0, p99 = 0, most = 0] = [
      waits[EVENTS / 2],
      waits[EVENTS - 1 - EVENTS / 100],
      waits.at(-1),
    ];
    sayMeasured(
      `a healthy endpoint beside 200 that hang: median ${median} ms, p99 ${p99} ms, most ${most} ms`,
    );
    expect(p99).toBeLessThan(onThisMachine(2_000));
    // They were really asked, and really hang: no answer was ever recorded.
    const [asked] = await service.dataSource.query<{ endpoints: number; delivered: number }[]>(
      `SELECT count(DISTINCT endpoint_id)::int AS endpoints, count(*) FILTER (WHERE status = 'delivered')::int AS delivered
         FROM postback_deliveries WHERE merchant_id <> $1 AND claim > 0`,
      [healthy.merchant.id],
    );
    expect(asked).toEqual({ endpoints: MERCHANTS * ENDPOINTS_EACH, delivered: 0 });
  });
});
