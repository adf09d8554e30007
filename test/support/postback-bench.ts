import { DeliveryDispatcherService } from '../../src/postbacks/dispatch/delivery-dispatcher.service';
import { emit } from './events';
import { eventually } from './eventually';
import { receiver, type Received, type Receiver, type ReceiverAnswer } from './receiver';
import type { TestMerchant, TestService } from './service';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';

export interface LogRow {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly sequence: number;
}

/** One merchant with its webhook receivers: what most specs about notifications begin with. */
export class PostbackBench {
  private readonly shops: Receiver[] = [];

  constructor(
    readonly service: TestService,
    readonly merchant: TestMerchant,
  ) {}

  /** A receiver that this bench closes. */
  async open(answer?: (received: Received, index: number) => ReceiverAnswer): Promise<Receiver> {
    const shop = await receiver(answer);
    this.shops.push(shop);
    return shop;
  }

  async subscribe(url: string, events: string[] = ['*']): Promise<{ id: string; secret: string }> {
    const answer = await this.merchant.client.post(ENDPOINTS, { url, events });
    expect(answer.status).toBe(201);
    return answer.body.data as { id: string; secret: string };
  }

  /** Commits one event; returns its resource's id. */
  async happens(type = 'charge.captured'): Promise<string> {
    return (await emit(this.service, { merchantId: this.merchant.id, type }))[0] ?? '';
  }

  /** Commits many events in one transaction. */
  async happenMany(count: number, type = 'charge.captured'): Promise<void> {
    await emit(
      this.service,
      ...Array.from({ length: count }, () => ({ merchantId: this.merchant.id, type })),
    );
  }

  async logs(query = ''): Promise<LogRow[]> {
    return (await this.merchant.client.get(`${LOGS}?limit=100&${query}`)).body.data as LogRow[];
  }

  /** Waits until the one delivery has this status; returns its id. */
  async logged(status: string, query = ''): Promise<string> {
    return eventually(async () => {
      const rows = await this.logs(query);
      expect(rows.map((row) => row.status)).toEqual([status]);
      return rows[0]?.id ?? '';
    });
  }

  /** A worker looks at the endpoint, as any job makes it do. */
  async look(endpointId: string): Promise<void> {
    await this.service.worker
      ?.get(DeliveryDispatcherService)
      .serve({ merchantId: this.merchant.id, endpointId }, 'fast');
  }

  async close(): Promise<void> {
    for (const shop of this.shops) await shop.close();
  }
}

/**
 * How many attempts of one endpoint have no record when their worker dies: ten requests are in flight, and each went while the
 * success before it was being written (decision 0009).
 */
export const MOST_UNRECORDED = 20;

/**
 * Every notification came, numbered without gaps; what came twice, as a crash may bring about, came with the same
 * id and bytes. Returns how many came twice.
 */
export function expectAllOnceOrSame(received: readonly Received[], count: number): number {
  const texts = new Map<string, string>();
  for (const { body, text } of received) {
    const id = body.id as string;
    expect(texts.get(id) ?? text).toBe(text);
    texts.set(id, text);
  }
  const bodies = [...texts.values()].map(
    (text) => JSON.parse(text) as { sequence: number; event_id: string },
  );
  expect(bodies.map(({ sequence }) => sequence).sort((left, right) => left - right)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  expect(new Set(bodies.map(({ event_id }) => event_id)).size).toBe(count);
  return received.length - count;
}
