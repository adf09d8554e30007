import { createHash } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../../support/client';
import { expectedSignature } from '../../support/receiver';
import type { Installation, BenchMerchant } from './installation';

/** One delivery as it first came. */
export interface Notification {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly sequence: number;
  /** Of the resource that the event is about, and of the refund beside it. */
  readonly resourceId: string;
  readonly refundId: string | null;
  readonly hash: string;
  readonly atMs: number;
}

interface ShopOptions {
  /** How long it thinks before it answers. */
  readonly delayMs?: number;
  readonly events?: readonly string[];
  /** Address of the API that it subscribes at. */
  readonly api?: string;
}

/** A merchant's receiver of notifications, which checks each one and keeps the account. */
export class Shop {
  readonly byDelivery = new Map<string, Notification>();
  /** Sentences about what must not come. */
  readonly faults: string[] = [];
  /** How far the time that each request carries was from ours. */
  readonly skewsMs: number[] = [];
  /** Requests, repeats among them. */
  requests = 0;
  secret = '';
  private readonly server: HttpServer;

  private constructor(delayMs: number) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => undefined);
      request.on('end', () => {
        this.skewsMs.push(Math.abs(Date.now() - Number(request.headers['webhook-timestamp']) * 1_000));
        this.take(String(request.headers['x-service-signature']), Buffer.concat(chunks).toString('utf8'));
        setTimeout(() => response.writeHead(200).end(), delayMs);
      });
    });
  }

  /** Opens one and subscribes it to everything of the merchant. */
  static async open(
    installation: Installation,
    merchant: BenchMerchant,
    { delayMs = 5, events = ['*'], api = installation.apis[0]?.url }: ShopOptions = {},
  ): Promise<Shop> {
    const shop = new Shop(delayMs);
    await new Promise<void>((resolve) => shop.server.listen(0, '127.0.0.1', resolve));
    const { port } = shop.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/hooks`;
    const answer = await new Client(api ?? '', merchant).post('/v1/postbacks/endpoints', { url, events });
    if (answer.status !== 201) throw new Error(`no endpoint was made: ${answer.text}`);
    shop.secret = answer.body.data.secret as string;
    return shop;
  }

  get notifications(): Notification[] {
    return [...this.byDelivery.values()];
  }

  /** Events of which more than one delivery came, and numbers that are missing. */
  account(): { doubled: string[]; gaps: string[] } {
    const seen = new Map<string, string>();
    const doubled: string[] = [];
    for (const { eventId, deliveryId, event } of this.notifications) {
      if (seen.has(eventId)) doubled.push(`${event} ${eventId} came as two deliveries`);
      seen.set(eventId, deliveryId);
    }
    const numbers = new Set(this.notifications.map(({ sequence }) => sequence));
    const highest = Math.max(0, ...numbers);
    const gaps = Array.from({ length: highest }, (_, index) => index + 1)
      .filter((number) => !numbers.has(number))
      .map((number) => `number ${number} never came`);
    return { doubled, gaps };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(signature: string, text: string): void {
    this.requests += 1;
    if (this.secret !== '' && signature !== expectedSignature(this.secret, text))
      this.faults.push('a notification with a wrong signature');
    const body = JSON.parse(text);
    const hash = createHash('sha256').update(text).digest('hex');
    const before = this.byDelivery.get(body.id as string);
    if (before !== undefined) {
      if (before.hash !== hash) this.faults.push(`delivery ${before.deliveryId} came with other bytes`);
      return;
    }
    const event = body.event as string;
    this.byDelivery.set(body.id as string, {
      deliveryId: body.id,
      eventId: body.event_id,
      event,
      sequence: body.sequence,
      resourceId: body[event.split('.')[0] ?? '']?.id ?? '',
      refundId: body.refund?.id ?? null,
      hash,
      atMs: performance.now(),
    });
  }
}
