import express from 'express';
import helmet from 'helmet';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '../../../../test/support/client';
import { standingHeaders } from './standing-headers';

describe('standingHeaders', () => {
  it('an answer says what it says with the middleware itself', async () => {
    const app = express();
    app.get('/asked-each-time', helmet(), (_request, response) => void response.end());
    app.get('/asked-once', standingHeaders(helmet()), (_request, response) => void response.end());
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const [each, together] = [await client.get('/asked-each-time'), await client.get('/asked-once')];
      const { date: _, ...expected } = each.headers;
      expect(Object.keys(expected).length).toBeGreaterThan(10);
      expect(together.headers).toMatchObject(expected);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('one that answers, fails or lets wait is none', () => {
    expect(() => standingHeaders((_request, response) => void response.end())).toThrow('standing headers');
    expect(() => standingHeaders((_request, _response, next) => next(new Error('no')))).toThrow(
      'standing headers',
    );
  });
});
