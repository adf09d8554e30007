import express, { type Application } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from '../support/client';
import { eventually } from '../support/eventually';
import { shapedMessages } from '../../src/common/http/server/shaped-messages';

let app: Application;
let server: Server;
let client: Client;
let port: number;
/** Whether each request had its prototype before Express gave it one, and its answer too. */
const wereBornSo: boolean[] = [];
const ended: string[] = [];

beforeAll(async () => {
  app = express();
  const options = shapedMessages(app);
  app.set('trust proxy', 'loopback');
  app.get('/ask', (request, response) => {
    response.json({
      ip: request.ip,
      query: request.query,
      accepts: request.accepts('json'),
      path: request.path,
    });
  });
  app.get('/elsewhere', (_request, response) => response.redirect(302, '/ask'));
  app.get('/fails', () => {
    throw new Error('on purpose');
  });
  app.set('env', 'test');
  app.post('/read', express.json(), (request, response) => {
    response.set('X-Answer', 'yes').cookie('one', '1').status(201).send(request.body);
  });
  app.post('/cut', (request) => {
    request.on('close', () => ended.push(request.complete ? 'whole' : 'cut')).resume();
  });
  server = createServer(options, (request, response) => {
    const { request: asked, response: answered } = app as unknown as { request: object; response: object };
    wereBornSo.push(Object.getPrototypeOf(request) === asked, Object.getPrototypeOf(response) === answered);
    app(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  client = new Client(`http://127.0.0.1:${port}`);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => expect(wereBornSo).not.toContain(false));

/** Sends bytes as they are, and answers what came back until the connection ended. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('shapedMessages', () => {
  it('Express finds its prototypes on what Node makes', async () => {
    await client.get('/ask');
    expect(wereBornSo).toEqual([true, true]);
  });

  it('address, query, path and what Express adds are there', async () => {
    const answer = await client.get('/ask?a=1&b=x%20y', { 'x-forwarded-for': '192.0.2.7' });
    expect(answer.body).toEqual({
      ip: '192.0.2.7',
      query: { a: '1', b: 'x y' },
      accepts: 'json',
      path: '/ask',
    });
  });

  it('bodies are read, and headers, cookies and status written', async () => {
    const answer = await client.post('/read', { amount: 1 });
    expect([answer.status, answer.headers['x-answer'], answer.headers['set-cookie']]).toEqual([
      201,
      'yes',
      'one=1; Path=/',
    ]);
    expect(answer.body).toEqual({ amount: 1 });
  });

  it('redirects, errors and unknown paths are answered', async () => {
    const redirected = await client.get('/elsewhere');
    expect([redirected.status, redirected.headers['location']]).toEqual([302, '/ask']);
    expect((await client.get('/fails')).status).toBe(500);
    expect((await client.get('/nowhere')).status).toBe(404);
  });

  it('one connection carries several requests, and HEAD no body', async () => {
    const answers = await raw(
      'GET /ask HTTP/1.1\r\nHost: a\r\n\r\nHEAD /ask HTTP/1.1\r\nHost: a\r\n\r\n' +
        'GET /ask HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(answers.match(/"path":"\/ask"/g)).toHaveLength(2);
  });

  it('a body that is announced is waited for (100-continue), one that is cut is told', async () => {
    const answer = await raw(
      'POST /read HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n' +
        'Expect: 100-continue\r\nConnection: close\r\n\r\n{}',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /cut HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf', () => socket.destroy());
    await once(socket, 'close');
    await eventually(() => expect(ended).toEqual(['cut']));
  });

  it('an Express that is made in another way gets what Node makes', () => {
    const other = Object.assign(express(), { request: {}, response: {} });
    expect(shapedMessages(other)).toEqual({});
  });
});
