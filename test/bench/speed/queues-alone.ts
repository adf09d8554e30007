import { Audience } from './audience';
import { JobQueue, type JobQueueName } from './job-queues';
import { assertOnce, Receivers } from './receivers';
import { compare } from './rounds';
import type { Figure, Reach } from './row';
import { type Site, TO_THIS_MACHINE } from './site';
import type { Form, Subject } from './subject';

const ENDPOINTS = 10;

/** A queue alone, and what the product's queue has to be in for the two to be alike. */
interface Peer {
  readonly name: JobQueueName;
  readonly on: 'postgresql' | 'redis';
  readonly reach: Reach | null;
}

const PEERS: readonly Peer[] = [
  { name: 'graphile-worker', on: 'postgresql', reach: { atLeast: 1 } },
  { name: 'pg-boss', on: 'postgresql', reach: null },
  { name: 'bullmq', on: 'redis', reach: { atLeast: 1 } },
];

async function run(site: Site, form: Form): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const peer of PEERS)
    if (peer.on === 'postgresql' || site.hasRedis) figures.push(await measure(site, form, peer));
  return figures;
}

async function measure(site: Site, form: Form, { name, on, reach }: Peer): Promise<Figure> {
  const onQueue: Record<string, string> = on === 'postgresql' ? { REDIS_URL: '' } : {};
  const installation = await site.installation({ ...TO_THIS_MACHINE, ...onQueue });
  const receivers = new Receivers();
  let queue: JobQueue | null = null;
  try {
    await installation.start(1, 1);
    const audience = await Audience.gather(installation, receivers, ENDPOINTS);
    const count = form.isQuick ? 200 : 5_000;
    const { came } = await audience.deliver(count);
    const { databaseUrl, environment } = installation;
    const redisUrl = environment['REDIS_URL'] ?? '';
    const alone = await JobQueue.start(name, { ...audience.posts(came, count), databaseUrl, redisUrl });
    queue = alone;
    const drain = async (): Promise<number> => {
      await receivers.forget();
      const rate = await alone.drain(count);
      assertOnce(await receivers.until(count, 0), count);
      return rate;
    };
    await drain();
    const named = {
      id: `8.${name}`,
      what: `notifications, ${ENDPOINTS} endpoints, queue on ${on}, against ${name} alone: one job, one POST`,
      unit: 'notifications a second',
      reach,
    };
    return await compare(named, form.rounds, {
      product: async () => (await audience.deliver(count)).rate,
      limit: drain,
    });
  } finally {
    await queue?.stop();
    await receivers.stop();
    await site.discard(installation);
  }
}

export const queuesAlone: Subject = {
  id: '8',
  what: 'notifications against queues that others would build them on',
  isQuick: true,
  run,
};
