import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { Reply } from './reply';

/** Writes every Reply in one place: status, headers and envelope, without an interceptor on any route. */
export class ApiAdapter extends ExpressAdapter {
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
