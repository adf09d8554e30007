import { createSocket } from 'node:dgram';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Server as TcpServer, createServer as createTcpServer } from 'node:net';
import { DnsHostResolver, HostResolver } from './host-resolver';
import { SafeHttp, type SafeHttpRequest } from './safe-http';
import { SafeHttpError } from './safe-http.errors';
import { NoTracing } from '../tracing';

class FixedResolver extends HostResolver {
  constructor(private readonly answers: readonly (readonly string[])[]) {
    super();
  }

  calls = 0;

  override async resolve(): Promise<readonly string[]> {
    const answer = this.answers[Math.min(this.calls, this.answers.length - 1)] ?? [];
    this.calls += 1;
    return answer;
  }
}

const clients: SafeHttp[] = [];
const servers: (Server | TcpServer)[] = [];

function client(resolver: HostResolver = new DnsHostResolver(), connectTimeoutMs = 1_000): SafeHttp {
  const http = new SafeHttp(resolver, { connectTimeoutMs }, new NoTracing());
  clients.push(http);
  return http;
}

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  return listen(createServer(handler));
}

function post(url: string, more: Partial<SafeHttpRequest> = {}): SafeHttpRequest {
  const limits = { totalTimeoutMs: 1_000, maxReadBytes: 65_536, maxKeptBytes: 4_096 };
  return { method: 'POST', url, body: '{}', allowPrivate: true, ...limits, ...more };
}

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof SafeHttpError ? error.failure : String(error)),
  );

afterEach(async () => {
  await Promise.all(clients.splice(0).map((http) => http.onApplicationShutdown()));
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

describe('the guarded client', () => {
  it('sends the bytes and headers, and hands back status, headers and body', async () => {
    let received = '';
    const port = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      request.on('end', () =>
        response.writeHead(202, { 'x-a': '1' }).end(`hello ${String(request.headers['x-b'])}`),
      );
    });
    const answer = await client().request(
      post(`http://127.0.0.1:${port}/in?x=1`, { body: '{"ü":1}', headers: { 'x-b': 'b' } }),
    );
    expect({ ...answer, body: answer.body.toString() }).toMatchObject({
      status: 202,
      body: 'hello b',
      complete: true,
      cut: null,
    });
    expect(answer.headers['x-a']).toBe('1');
    expect(received).toBe('{"ü":1}');
  });

  it('follows no redirect', async () => {
    let hits = 0;
    const port = await serve((_request, response) => {
      hits += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    expect((await client().request(post(`http://127.0.0.1:${port}/`))).status).toBe(307);
    expect(hits).toBe(1);
  });

  it('reads at most the limit of an endless answer and keeps its first 4 KiB', async () => {
    let written = 0;
    const port = await serve((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384, 'x');
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    });
    const answer = await client().request(post(`http://127.0.0.1:${port}/`));
    expect(answer).toMatchObject({ status: 200, complete: false, cut: 'too_long' });
    expect(answer.body).toHaveLength(4_096);
    expect(written).toBeLessThan(16_777_216);
  });

  it('gives up after the total time when the server never answers', async () => {
    const port = await serve(() => undefined);
    const startedMs = performance.now();
    expect(
      await failureOf(client().request(post(`http://127.0.0.1:${port}/`, { totalTimeoutMs: 300 }))),
    ).toBe('timeout');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it('takes a status that came in time though the body drips for ever', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200).write('a');
    });
    const answer = await client().request(post(`http://127.0.0.1:${port}/`, { totalTimeoutMs: 300 }));
    expect(answer).toMatchObject({ status: 200, complete: false, cut: 'timeout' });
  });

  it('names a refused and a reset connection, and an answer that is no HTTP', async () => {
    const port = await serve((request) => request.socket.destroy());
    expect(await failureOf(client().request(post(`http://127.0.0.1:${port}/`)))).toBe('connection_failed');
    const nonsense = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).on('data', () => socket.write('SSH-2.0-x\r\n\r\n'));
      }),
    );
    expect(await failureOf(client().request(post(`http://127.0.0.1:${nonsense}/`)))).toBe('invalid_response');
    expect(await failureOf(client().request(post(`https://127.0.0.1:${nonsense}/`)))).toBe('tls_failed');
    expect(await failureOf(client().request(post('http://127.0.0.1:1/')))).toBe('connection_failed');
  });

  it('tries the next address of a name when the first one refuses', async () => {
    const port = await serve((_request, response) => response.end('ok'));
    const answer = await client(new FixedResolver([['127.0.0.2', '127.0.0.1']])).request(
      post(`http://two.test:${port}/`),
    );
    expect(answer.status).toBe(200);
  });

  it('reports a name that does not resolve', async () => {
    expect(await failureOf(client(new FixedResolver([[]])).request(post('http://nowhere.test/')))).toBe(
      'dns_failed',
    );
  });

  it('gives up after the connect time when the resolver is silent', async () => {
    const silent = Object.assign(new FixedResolver([]), {
      resolve: () => new Promise<never>(() => undefined),
    });
    expect(await failureOf(client(silent, 200).request(post('http://silent.test/')))).toBe('connect_timeout');
  });
});

describe('the address guard', () => {
  it.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://0x7f.1',
    'http://2130706433',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://127.0.0.1.',
    'http://localhost.',
  ])('makes no connection to %s', async (origin) => {
    let connections = 0;
    const port = await listen(createTcpServer(() => (connections += 1)));
    const failure = await failureOf(client().request(post(`${origin}:${port}/`, { allowPrivate: false })));
    expect([failure, connections]).toEqual(['address_not_allowed', 0]);
  });

  it.each([
    ['an inside answer', ['127.0.0.1']],
    ['one inside answer among public ones', ['93.184.216.34', '127.0.0.1']],
    ['a mapped answer', ['::ffff:127.0.0.1']],
    ['a metadata answer', ['169.254.169.254']],
  ])('makes no connection to a name with %s', async (_what, answers) => {
    let connections = 0;
    const port = await listen(createTcpServer(() => (connections += 1)));
    const http = client(new FixedResolver([answers]));
    const failure = await failureOf(
      http.request(post(`http://evil.example:${port}/`, { allowPrivate: false })),
    );
    expect([failure, connections]).toEqual(['address_not_allowed', 0]);
  });

  it('checks and uses one and the same answer: a name server that changes its mind gets no connection', async () => {
    let connections = 0;
    const port = await listen(createTcpServer(() => (connections += 1)));
    const dns = await rebindingDns(['203.0.114.1', '127.0.0.1']);
    const http = client(new DnsHostResolver([`127.0.0.1:${dns.port}`]), 300);
    const failures = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      failures.add(
        await failureOf(
          http.request(post(`http://rebind.example:${port}/`, { allowPrivate: false, totalTimeoutMs: 400 })),
        ),
      );
    }
    dns.close();
    expect(connections).toBe(0);
    expect(failures).toContain('address_not_allowed');
    expect(failures).not.toContain('none');
  });

  it('finds an inside address at registration when the name resolves, and accepts one that does not', async () => {
    const rules = { allowPrivate: false };
    expect(
      (await client(new FixedResolver([['10.0.0.1']])).findFault('https://a.example', rules, 500))?.code,
    ).toBe('address_not_allowed');
    expect(await client(new FixedResolver([[]])).findFault('https://a.example', rules, 500)).toBeNull();
    expect(
      await client(new FixedResolver([['93.184.216.34']])).findFault('https://a.example', rules, 500),
    ).toBeNull();
  });
});

/** A name server that answers each question of type A with the next of these addresses. */
async function rebindingDns(addresses: readonly string[]): Promise<{ port: number; close: () => void }> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (message, peer) => {
    const question = message.subarray(12, message.indexOf(0, 12) + 5);
    const isA = question.readUInt16BE(question.length - 4) === 1;
    const address = addresses[questions % addresses.length] ?? '';
    if (isA) questions += 1;
    const header = Buffer.from([
      message[0] ?? 0,
      message[1] ?? 0,
      0x81,
      0x80,
      0,
      1,
      0,
      isA ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
    socket.send(Buffer.concat([header, question, ...(isA ? [record] : [])]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => socket.close() };
}
