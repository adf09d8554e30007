import { createServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application, Response } from 'express';
import { Reply } from '../reply';
import { shapedMessages } from './shaped-messages';

/** Writes every Reply in one place: status, headers and envelope, without an interceptor on any route. */
export class ApiAdapter extends ExpressAdapter {
  private readonly answering = new Set<ServerResponse>();
  private isClosing = false;

  /** @param drainMs how long a connection that is kept alive may bring one more request when no new ones are taken */
  constructor(private readonly drainMs = 0) {
    super();
  }

  /** As Nest does it without options, which is all that this service asks for. */
  override initHttpServer(): void {
    const app = this.getInstance<Application>();
    this.httpServer = createServer(shapedMessages(app), app);
    this.httpServer.on('request', (_request, response) => {
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
    this.isClosing = true;
    for (const response of this.answering) endWithAnswer(response);
    const ended = new AbortController();
    NetServer.prototype.close.call(this.httpServer, () => ended.abort());
    await sleep(this.drainMs, undefined, { signal: ended.signal }).catch(() => undefined);
    await super.close();
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof Reply)) return super.reply(response, body, statusCode);
    // What an answer holds is nobody's but the caller's, and some hold a secret.
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(body.headers)) response.setHeader(name, value);
    const text = body.text();
    response.status(body.status);
    if (text === null) return response.end();
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return response.send(Buffer.from(text, 'utf8'));
  }
}

function endWithAnswer(response: ServerResponse): void {
  const { socket } = response;
  response.shouldKeepAlive = false;
  response.once('close', () => socket?.end());
}
