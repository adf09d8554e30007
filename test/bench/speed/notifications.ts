import { setTimeout as wait } from 'node:timers/promises';
import { pixBody } from '../../support/charges';
import type { BenchMerchant, Installation } from '../support/installation';
import { assertOnce, Receivers, type CameNotifications } from './receivers';
import { compare } from './rounds';
import type { Figure } from './row';
import { Sender, type SenderGiven } from './sender';
import { type Site, TO_THIS_MACHINE } from './site';
import { statementOf } from './statement';
import type { Form, Subject } from './subject';

const ENDPOINTS = [1, 10, 100];
const QUICK_ENDPOINTS = [10];
/** contract §7: a merchant has no more. */
const PER_MERCHANT = 20;
/** What an endpoint gets from one worker at a time, and what one worker has in flight in all. */
const PER_ENDPOINT = 10;
const IN_FLIGHT = 50;
const DELIVERY_TIMEOUT_MS = 30_000;
/** Another one for each request. */
const OF_ONE_REQUEST = /^(host|connection|content-length|x-service-(signature|delivery-id)|webhook-.*)$/i;

type Queue = 'postgresql' | 'redis';

/** Merchants with endpoints, and the statement by which each of them makes the events of a round. */
class Audience {
  private constructor(
    readonly installation: Installation,
    private readonly endpoints: number,
    private readonly templates: readonly string[],
    readonly ports: readonly number[],
    readonly secret: string,
  ) {}

  static async gather(
    installation: Installation,
    receivers: Receivers,
    endpoints: number,
  ): Promise<Audience> {
    const ports = await receivers.open(endpoints);
    const templates: string[] = [];
    let secret = '';
    for (let at = 0; at < endpoints; at += PER_MERCHANT) {
      const own = ports.slice(at, at + PER_MERCHANT);
      const merchant = await installation.merchant();
      for (const port of own) {
        const url = `http://127.0.0.1:${port}/hooks`;
        const created = await installation.apis[0]!.client(merchant).post('/v1/postbacks/endpoints', {
          url,
          events: ['*'],
        });
        if (created.status !== 201) throw new Error(`no endpoint was made: ${created.text}`);
        secret = created.body.data.secret as string;
      }
      // After they subscribed: what happened before is not theirs to hear.
      templates.push(await template(installation, merchant));
    }
    return new Audience(installation, endpoints, templates, ports, secret);
  }

  /** Commits the events of so many notifications at once; answers how many there will be, and when the first were committed. */
  async emit(wanted: number): Promise<{ count: number; beganMs: number }> {
    const events = Math.max(1, Math.round(wanted / this.endpoints));
    const statements: string[] = [];
    for (const chargeId of this.templates)
      statements.push(await statementOf(this.installation, chargeId, events));
    const committed = statements.map(async (statement) => {
      await this.installation.query(statement);
      return performance.now();
    });
    const beganMs = Math.min(...(await Promise.all(committed)));
    return { count: events * this.endpoints, beganMs };
  }

  /** Until so many are delivered and it is written down. */
  async durable(expected: number): Promise<void> {
    const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
    const delivered = () => this.installation.count(`postback_deliveries WHERE status = 'delivered'`);
    let count = await delivered();
    while (count < expected && performance.now() < deadline) {
      await wait(20);
      count = await delivered();
    }
    const attempts = await this.installation.count(`postback_attempts WHERE status_code = 200`);
    if (count !== expected || attempts !== expected)
      throw new Error(`${count} deliveries are delivered, by ${attempts} attempts, of ${expected}`);
  }
}

/** The charge whose rows each event is made of. */
async function template(installation: Installation, merchant: BenchMerchant): Promise<string> {
  const made = await installation.apis[0]!.client(merchant).post('/v1/charges', pixBody(), {
    'idempotency-key': 'template',
  });
  if (made.status !== 201) throw new Error(`no charge was made: ${made.text}`);
  return made.body.data.id as string;
}

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
    const wanted = form.isQuick ? 200 : 2_000;
    // Each merchant's first charge was told to all its endpoints.
    let total = endpoints;
    await audience.durable(total);
    const deliver = async (notifications: number): Promise<{ rate: number; came: CameNotifications }> => {
      await receivers.forget();
      const { count, beganMs } = await audience.emit(notifications);
      await receivers.until(count, DELIVERY_TIMEOUT_MS);
      total += count;
      await audience.durable(total);
      const rate = (1_000 * count) / (performance.now() - beganMs);
      const came = await receivers.until(count, 0);
      assertOnce(came, count);
      return { rate, came };
    };
    const { came } = await deliver(Math.max(endpoints, wanted / 5));
    const raw = rawOf(audience, came, form.isQuick ? 500 : 5_000);
    await sender.send(raw);
    const named = {
      id: `8.${queue}-${endpoints}`,
      what: `notifications, ${endpoints} endpoints, queue on ${queue}, against raw undici posting the same signed bodies, ${raw.inFlight} in flight`,
      unit: 'notifications a second',
      reach: { atLeast: 0.5 },
    };
    const figure = await compare(named, form.rounds, {
      product: async () => (await deliver(wanted)).rate,
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

function rawOf({ ports, secret }: Audience, { sample }: CameNotifications, count: number): SenderGiven {
  if (sample === null) throw new Error('no notification came');
  const names = sample.headers.filter((_, index) => index % 2 === 0);
  const headers = names.map((name, index) => [name, sample.headers[2 * index + 1] ?? ''] as const);
  return {
    ports,
    count,
    inFlight: Math.min(IN_FLIGHT, PER_ENDPOINT * ports.length),
    secret,
    headers: Object.fromEntries(headers.filter(([name]) => !OF_ONE_REQUEST.test(name))),
    body: sample.body,
  };
}

export const notifications: Subject = {
  id: '8',
  what: 'notifications, from committed event to durable attempt, against raw undici posting the same bodies',
  isQuick: true,
  run,
};
