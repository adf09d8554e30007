import { createServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application, Response } from 'express';
import { Reply } from '../reply';
import { shapedMessages } from './shaped-messages';

/** A turn of the event loop that took no longer brought nothing that matters. */
const QUICK_TURN_MS = 1;
/** Turns are waited for no longer than this: under full load none is quick. */
const WAIT_MS = 500;

/** Writes every Reply in one place: status, headers and envelope, without an interceptor on any route. */
export class ApiAdapter extends ExpressAdapter {
  private readonly answering = new Set<ServerResponse>();
  private isClosing = false;
  /** Connections and requests so far. */
  private arrived = 0;

  /** @param drainMs how long a connection that is kept alive may bring one more request when no new ones are taken */
  constructor(private readonly drainMs = 0) {
    super();
  }

  /** As Nest does it without options, which is all that this service asks for. */
  override initHttpServer(): void {
    const app = this.getInstance<Application>();
    this.httpServer = createServer(shapedMessages(app), app);
    this.httpServer.on('connection', () => {
      this.arrived += 1;
    });
    this.httpServer.on('request', (_request, response) => {
      this.arrived += 1;
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
      if (this.isClosing) endWithAnswer(response);
    });
  }

  /**
   * Connections end with their next answer, idle ones when the time for that is over: one that was kept alive would keep
   * the process. Node's own close ends the idle ones at once, and a request that is on its way there meets a reset.
   */
  override async close(): Promise<void> {
    await this.takeWhatWaits();
    this.isClosing = true;
    for (const response of this.answering) endWithAnswer(response);
    const ended = new AbortController();
    NetServer.prototype.close.call(this.httpServer, () => ended.abort());
    await sleep(this.drainMs, undefined, { signal: ended.signal }).catch(() => undefined);
    await this.takeWhatWaits();
    await super.close();
  }

  /**
   * What the kernel holds for a socket when it is closed is answered with a reset: connections that were not accepted yet,
   * bytes that were not read yet. A turn of the event loop takes all of it; after one that had nothing to take there is none.
   */
  private async takeWhatWaits(): Promise<void> {
    const begun = performance.now();
    for (let last = begun; last - begun < WAIT_MS;) {
      const before = this.arrived;
      await turn();
      const now = performance.now();
      if (this.arrived === before && now - last < QUICK_TURN_MS) return;
      last = now;
    }
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    // What an answer holds is nobody's but the caller's, and some hold a secret. Files too, unless their route says otherwise.
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    if (!(body instanceof Reply)) return super.reply(response, body, statusCode);
    for (const [name, value] of Object.entries(body.headers)) response.setHeader(name, value);
    const text = body.text();
    response.statusCode = body.status;
    if (text === null) return response.end();
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    // Express knows whether that makes it a 304.
    if (response.req.headers['if-none-match'] !== undefined) return response.send(Buffer.from(text, 'utf8'));
    response.setHeader('Content-Length', Buffer.byteLength(text));
    // A text goes out in one piece with its headers.
    return response.end(text, 'utf8');
  }
}

/** Its connection ends with this answer; not where the answer promised already that it stays. */
function endWithAnswer(response: ServerResponse): void {
  if (response.headersSent) return;
  const { socket } = response;
  response.shouldKeepAlive = false;
  response.once('close', () => socket?.end());
}
