import { setTimeout as wait } from 'node:timers/promises';
import { OUTBOX_CHANNEL } from '../../../src/common/outbox/outbox.repository';
import { pixBody } from '../../support/charges';
import type { BenchMerchant, Installation } from '../support/installation';
import { assertOnce, type CameNotifications, Receivers } from './receivers';
import type { PostsGiven } from './signed-posts';
import { statementOf } from './statement';

/** contract §7: a merchant has no more endpoints. */
export const MOST_PER_MERCHANT = 20;
const DELIVERY_TIMEOUT_MS = 30_000;
/** What an endpoint gets from one worker at a time, and what one worker has in flight in all. */
const PER_ENDPOINT = 10;
const IN_FLIGHT = 50;
/** Another one for each request. */
const OF_ONE_REQUEST = /^(host|connection|content-length|x-service-(signature|delivery-id)|webhook-.*)$/i;

/** What a backlog came to. */
interface Delivered {
  /** Notifications a second, from the commit of their events to the last attempt written down. */
  readonly rate: number;
  readonly came: CameNotifications;
}

/** Merchants with endpoints, and the statement by which each of them makes the events of a round. */
export class Audience {
  /** Each merchant's first charge was told to all its endpoints. */
  private total: number;

  private constructor(
    private readonly installation: Installation,
    private readonly receivers: Receivers,
    private readonly endpoints: number,
    private readonly templates: readonly string[],
    private readonly ports: readonly number[],
    private readonly secret: string,
  ) {
    this.total = endpoints;
  }

  static async gather(
    installation: Installation,
    receivers: Receivers,
    endpoints: number,
    perMerchant = MOST_PER_MERCHANT,
  ): Promise<Audience> {
    const ports = await receivers.open(endpoints);
    const templates: string[] = [];
    let secret = '';
    for (let at = 0; at < endpoints; at += perMerchant) {
      const own = ports.slice(at, at + perMerchant);
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
    const audience = new Audience(installation, receivers, endpoints, templates, ports, secret);
    await receivers.until(endpoints, DELIVERY_TIMEOUT_MS);
    await audience.durable(DELIVERY_TIMEOUT_MS);
    return audience;
  }

  /** A backlog of so many notifications, each of which comes once and is written down. */
  async deliver(wanted: number, timeoutMs = DELIVERY_TIMEOUT_MS): Promise<Delivered> {
    await this.receivers.forget();
    const { count, beganMs } = await this.emit(wanted);
    await this.receivers.until(count, timeoutMs);
    this.total += count;
    await this.durable(timeoutMs);
    const rate = (1_000 * count) / (performance.now() - beganMs);
    const came = await this.receivers.until(count, 0);
    assertOnce(came, count);
    return { rate, came };
  }

  /** So many posts like the first that came, with as many in flight as the product has. */
  posts({ sample }: CameNotifications, count: number): PostsGiven {
    if (sample === null) throw new Error('no notification came');
    const names = sample.headers.filter((_, index) => index % 2 === 0);
    const headers = names.map((name, index) => [name, sample.headers[2 * index + 1] ?? ''] as const);
    return {
      ports: this.ports,
      count,
      inFlight: Math.min(IN_FLIGHT, PER_ENDPOINT * this.ports.length),
      secret: this.secret,
      headers: Object.fromEntries(headers.filter(([name]) => !OF_ONE_REQUEST.test(name))),
      body: sample.body,
    };
  }

  /**
   * Commits the events of so many notifications at once, in one transaction: who drains a backlog is not measured while it is still
   * being made. Answers how many there will be, and when they were committed.
   */
  private async emit(wanted: number): Promise<{ count: number; beganMs: number }> {
    const events = Math.max(1, Math.round(wanted / this.endpoints));
    const statements: string[] = [];
    for (const chargeId of this.templates)
      statements.push(await statementOf(this.installation, chargeId, events));
    // Whoever writes events says so to the relays, which would look for them later by themselves.
    statements.push(`SELECT pg_notify('${OUTBOX_CHANNEL}', '')`);
    await this.installation.query(statements.join(';\n'));
    return { count: events * this.endpoints, beganMs: performance.now() };
  }

  /** Until all are delivered and it is written down. */
  private async durable(timeoutMs: number): Promise<void> {
    const expected = this.total;
    const deadline = performance.now() + timeoutMs;
    while ((await this.isWaiting()) && performance.now() < deadline) await wait(20);
    const count = await this.installation.count(`postback_deliveries WHERE status = 'delivered'`);
    const attempts = await this.installation.count(`postback_attempts WHERE status_code = 200`);
    if (count !== expected || attempts !== expected)
      throw new Error(`${count} deliveries are delivered, by ${attempts} attempts, of ${expected}`);
  }

  /** Looks at the index alone: to count all each time would be a good part of what is measured. */
  private async isWaiting(): Promise<boolean> {
    const waiting = await this.installation.query(
      `SELECT 1 FROM postback_deliveries WHERE status IN ('pending', 'retrying')
        ORDER BY merchant_id, endpoint_id, next_attempt_at LIMIT 1`,
    );
    return waiting.length > 0;
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
