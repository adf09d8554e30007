import { PostbackBench } from './postback-bench';
import type { TestProcess } from './process';
import { PrivateRedis } from './redis-server';
import { startService, type TestService } from './service';

/** A Redis of the spec's own, the service on it, somebody who subscribes, and a worker process: anew for each test. */
export class RedisBench {
  redis!: PrivateRedis;
  service!: TestService;
  postbacks!: PostbackBench;
  /** The test starts it. */
  worker!: TestProcess;
}

/** The bench for all tests of a describe block; `retryWaits` in seconds, as POSTBACK_RETRY_WAITS. */
export function useOwnRedis(retryWaits: string): RedisBench {
  const bench = new RedisBench();
  beforeEach(async () => {
    bench.redis = await PrivateRedis.start();
    bench.service = await startService({
      env: {
        REDIS_URL: bench.redis.url,
        POSTBACK_RETRY_WAITS: retryWaits,
        POSTBACK_BREAKER: '1000,30,900',
      },
    });
    bench.postbacks = new PostbackBench(bench.service, await bench.service.merchant());
  });
  afterEach(async () => {
    await bench.worker.end('SIGKILL');
    await bench.postbacks.close();
    await bench.service.stop();
    bench.redis.runNow();
    await bench.redis.stop();
  });
  return bench;
}
