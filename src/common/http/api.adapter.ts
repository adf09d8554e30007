import type { Server, ServerResponse } from 'node:http';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Reply } from './reply';

/** Writes every Reply in one place: status, headers and envelope, without an interceptor on any route. */
export class ApiAdapter extends ExpressAdapter {
  private readonly answering = new Set<ServerResponse>();

  override initHttpServer(options: NestApplicationOptions): void {
    super.initHttpServer(options);
    (this.httpServer as Server).on('request', (_request, response) => {
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
    });
  }

  /** Idle connections end now, the others with their answer: one that was kept alive would keep the process. */
  override close(): Promise<void> {
    for (const response of this.answering) {
      const { socket } = response;
      response.shouldKeepAlive = false;
      response.once('close', () => socket?.end());
    }
    return super.close() as Promise<void>;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof Reply)) return super.reply(response, body, statusCode);
    for (const [name, value] of Object.entries(body.headers)) response.setHeader(name, value);
    const text = body.text();
    response.status(body.status);
    if (text === null) return response.end();
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return response.send(Buffer.from(text, 'utf8'));
  }
}
