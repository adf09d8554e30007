import 'reflect-metadata';
import { Redis } from 'ioredis';
import { createApi } from '../../../../src/api';
import { AuthenticateUseCase } from '../../../../src/auth';
import { RateLimiter } from '../../../../src/common/rate-limit';
import { loadConfig } from '../../../../src/config';
import { eventually } from '../../../support/eventually';
import { answer } from '../child';
import type { PartsGiven, PartsMeasured } from '../shell-parts';

const ADDRESS = '127.0.0.1';
const PATH = '/v1/merchant';
const PLENTY = { transactions: 1_000_000_000, queries: 1_000_000_000, default: 1_000_000_000 };

/** The API of this process, which does not listen: its parts are asked directly. */
let made: ReturnType<typeof createApi> | null = null;

async function measure(given: PartsGiven): Promise<PartsMeasured> {
  made ??= createApi(loadConfig({ ...given.environment, LOG_LEVEL: 'warn' }));
  const api = await made;
  const authentication = api.get(AuthenticateUseCase);
  const limiter = api.get(RateLimiter);
  await eventually(() => limiter.check());
  const { publicKey, secretKey, seconds } = given;
  const authenticated = await inFlight(1, seconds, async () => {
    const identity = await authentication.execute({ publicKey, secretKey });
    if (identity?.kind !== 'merchant') throw new Error('the credentials were refused');
  });
  const counted = { subject: `merchant:${publicKey}`, limits: PLENTY };
  const callsBefore = await scriptCalls(given.environment['REDIS_URL']);
  const limited = await inFlight(given.connections, seconds, async () => {
    const { remaining, exceeded } = await limiter.count(counted, ADDRESS, 'GET', PATH);
    if (exceeded || remaining >= PLENTY.default) throw new Error('a request was not counted');
  });
  const calls = (await scriptCalls(given.environment['REDIS_URL'])) - callsBefore;
  return {
    authenticationUs: authenticated.us,
    limitUs: limited.us,
    callsARequest: calls / limited.count,
  };
}

/** Processor time of this process for each, its threads and the kernel's part for it included. */
async function inFlight(
  atOnce: number,
  seconds: number,
  work: () => Promise<void>,
): Promise<{ us: number; count: number }> {
  const before = process.cpuUsage();
  const endsMs = performance.now() + seconds * 1_000;
  let count = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsMs) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  const { user, system } = process.cpuUsage(before);
  return { us: (user + system) / count, count };
}

/** Scripts that Redis has run, of all clients; without Redis there are none. */
async function scriptCalls(url: string | undefined): Promise<number> {
  if (url === undefined || url === '') return 0;
  const redis = new Redis(url);
  try {
    const statistics = await redis.info('commandstats');
    return [...statistics.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce(
      (sum, [, calls]) => sum + Number(calls),
      0,
    );
  } finally {
    redis.disconnect();
  }
}

answer({ measure });
