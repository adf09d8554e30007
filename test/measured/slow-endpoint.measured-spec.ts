import { onThisMachine, PostbackBench, sayMeasured, startService, type TestService } from '../support';

describe('one slow endpoint does not delay another of its merchant (contract §7, At least once)', () => {
  let service: TestService;
  let bench: PostbackBench;

  beforeAll(async () => {
    service = await startService({ worker: true, env: { POSTBACK_TIMEOUT_MS: '1500' } });
    bench = new PostbackBench(service, await service.merchant());
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  it('it has its 200 notifications within 5 s', async () => {
    const [slow, quick] = [await bench.open(() => 'hang'), await bench.open()];
    await bench.subscribe(slow.url);
    await bench.subscribe(quick.url);
    await bench.happenMany(200);
    const startedMs = Date.now();
    await quick.wait(200);
    const tookMs = Date.now() - startedMs;
    sayMeasured(`200 notifications beside an endpoint that hangs: ${tookMs} ms`);
    expect(tookMs).toBeLessThan(onThisMachine(5_000));
    // No more than ten requests at a time, each for 1.5 seconds.
    expect(slow.received.length).toBeLessThanOrEqual(40);
  });
});
