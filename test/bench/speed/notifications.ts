import { Audience } from './audience';
import { Receivers } from './receivers';
import { compare } from './rounds';
import type { Figure } from './row';
import { Sender } from './sender';
import { type Site, TO_THIS_MACHINE } from './site';
import type { Form, Subject } from './subject';

const ENDPOINTS = [1, 10, 100];
const QUICK_ENDPOINTS = [10];

type Queue = 'postgresql' | 'redis';

async function run(site: Site, form: Form): Promise<Figure[]> {
  const queues: Queue[] = site.hasRedis ? ['postgresql', 'redis'] : ['postgresql'];
  const figures: Figure[] = [];
  for (const queue of queues)
    for (const endpoints of form.isQuick ? QUICK_ENDPOINTS : ENDPOINTS)
      figures.push(await measure(site, form, queue, endpoints));
  return figures;
}

async function measure(site: Site, form: Form, queue: Queue, endpoints: number): Promise<Figure> {
  const onQueue: Record<string, string> = queue === 'postgresql' ? { REDIS_URL: '' } : {};
  const installation = await site.installation({ ...TO_THIS_MACHINE, ...onQueue });
  const receivers = new Receivers();
  const sender = new Sender();
  try {
    await installation.start(1, 1);
    const audience = await Audience.gather(installation, receivers, endpoints);
    const wanted = form.isQuick ? 200 : 5_000;
    const { came } = await audience.deliver(Math.max(endpoints, wanted / 5));
    const raw = audience.posts(came, form.isQuick ? 500 : wanted);
    await sender.send(raw);
    const named = {
      id: `8.${queue}-${endpoints}`,
      what: `notifications, ${endpoints} endpoints, queue on ${queue}, against raw undici posting the same signed bodies, ${raw.inFlight} in flight`,
      unit: 'notifications a second',
      reach: { atLeast: 0.5 },
    };
    const figure = await compare(named, form.rounds, {
      product: async () => (await audience.deliver(wanted)).rate,
      limit: () => sender.send(raw),
    });
    // Filled within seconds: what the rules read would be planned as if the tables were empty.
    await installation.query('ANALYZE');
    const broken = await installation.brokenRules();
    if (broken.length > 0) throw new Error(`after the deliveries: ${broken.join('; ')}`);
    return figure;
  } finally {
    await sender.stop();
    await receivers.stop();
    await site.discard(installation);
  }
}

export const notifications: Subject = {
  id: '8',
  what: 'notifications, from committed event to durable attempt, against raw undici posting the same bodies',
  isQuick: true,
  run,
};
