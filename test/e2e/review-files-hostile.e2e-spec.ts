import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onThisMachine, startService } from '../support';
import type { FileFault } from '../../src/review/files/file-fault.data';
import { FileBench } from '../support/file-bench';
import { pdfFile } from '../support/file-server';

const MAX_BYTES = 10 * 1_024 * 1_024;

let bench: FileBench;
beforeAll(async () => (bench = await FileBench.start()));
afterAll(() => bench.close());

const unavailable = (why: string, fault: FileFault, status: number | null = null) => [
  ...[409, 'FILE_UNAVAILABLE', `The file could not be fetched: ${why}.`],
  ...[fault, status],
];
const TOO_LARGE = [
  ...[409, 'FILE_TOO_LARGE', 'The file has more than 10 MiB (10,485,760 bytes).'],
  ...['too_large', null],
];
const WRONG_TYPE = [
  ...[409, 'FILE_TYPE_REFUSED', 'By its content the file is no PDF, PNG or JPEG.'],
  ...['unknown_type', null],
];

describe('what no file comes of: 409 with a message that tells why', () => {
  it('any status but 200', async () => {
    for (const status of [204, 206, 401, 404, 500, 503]) {
      const { id } = await bench.documentOf((_request, response) => response.writeHead(status).end());
      expect(await bench.refusalOf(id)).toEqual(
        unavailable(`the server answered with status ${status}`, 'status', status),
      );
    }
  });

  it('a redirect, wherever it leads: it is not followed', async () => {
    const inside = bench.host.host('/inside', pdfFile());
    for (const status of [301, 302, 303, 307, 308]) {
      const { id } = await bench.documentOf((_request, response) =>
        response.writeHead(status, { location: inside }).end(),
      );
      expect(await bench.refusalOf(id)).toEqual(
        unavailable(
          `the server redirects (${status}); the address must be the one of the file itself`,
          'redirected',
          status,
        ),
      );
    }
    expect(bench.host.count('/inside')).toBe(0);
  });

  it('a connection that is refused, reset or cut in the middle', async () => {
    expect(await bench.refusalOf(await bench.documentAt('http://127.0.0.1:1/a.pdf'))).toEqual(
      unavailable('the server refused the connection', 'connection_failed'),
    );
    const reset = await bench.documentOf((request) => request.socket.resetAndDestroy());
    expect((await bench.view(reset.id)).error).toBe('FILE_UNAVAILABLE');
    const cut = await bench.documentOf((request, response) => {
      response.writeHead(200, { 'content-length': 5_000 });
      response.write(pdfFile(), () => request.socket.destroy());
    });
    expect(await bench.refusalOf(cut.id)).toEqual(
      unavailable('the connection ended before the whole of it had come', 'broken_off'),
    );
  });

  it('a server that does not speak HTTP, a name that does not resolve', async () => {
    const sockets: Socket[] = [];
    const nonsense = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', () => socket.write('SSH-2.0-x\r\n\r\n'));
    });
    await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve));
    const { port } = nonsense.address() as AddressInfo;
    expect(await bench.refusalOf(await bench.documentAt(`http://127.0.0.1:${port}/`))).toEqual(
      unavailable('the server did not answer in HTTP', 'invalid_response'),
    );
    for (const socket of sockets) socket.destroy();
    nonsense.close();
    expect((await bench.view(await bench.documentAt('https://no-such-name.invalid/a.pdf'))).error).toBe(
      'FILE_UNAVAILABLE',
    );
  });

  it('an encoded answer: a small one can become a large file', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const { id } = await bench.documentOf((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
      );
      expect(await bench.refusalOf(id)).toEqual(
        unavailable('the server sent it encoded (Content-Encoding), which was not asked for', 'encoded'),
      );
    }
    const plain = await bench.documentOf((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'identity' }).end(pdfFile()),
    );
    expect((await bench.view(plain.id)).status).toBe(200);
  });

  it('content of another type, whatever it calls itself: HTML, SVG, ZIP, text, nothing', async () => {
    const disguised = [
      '<!doctype html><script>alert(document.cookie)</script>%PDF-1.7',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'PK\u0003\u0004',
      'GIF89a',
      'MZ',
      '%PDF-x',
      ' '.repeat(101) + '%PDF-1.7',
    ];
    for (const content of disguised) {
      const { id } = await bench.documentOf((_request, response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(content),
      );
      expect([content, ...(await bench.refusalOf(id))]).toEqual([content, ...WRONG_TYPE]);
    }
    const empty = await bench.documentOf(Buffer.alloc(0));
    expect(await bench.refusalOf(empty.id)).toEqual([
      409,
      'FILE_TYPE_REFUSED',
      'The file is empty.',
      'empty',
      null,
    ]);
  });

  it('one byte above 10 MiB: announced, in chunks, and until the connection closes', async () => {
    const bytes = Buffer.alloc(MAX_BYTES + 1, 0x20);
    bytes.write('%PDF-1.7\n');
    const announced = await bench.documentOf(bytes);
    expect(await bench.refusalOf(announced.id)).toEqual(TOO_LARGE);
    const chunked = await bench.documentOf((_request, response) => response.writeHead(200).end(bytes));
    expect(await bench.refusalOf(chunked.id)).toEqual(TOO_LARGE);
    const untilClose = await bench.documentOf((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      request.socket.end(bytes);
    });
    expect(await bench.refusalOf(untilClose.id)).toEqual(TOO_LARGE);
  });

  it('an endless answer: the connection is closed soon after 10 MiB', async () => {
    let written = 0;
    const { id } = await bench.documentOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      const chunk = Buffer.alloc(65_536, '%PDF-1.7 ');
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    });
    expect(await bench.refusalOf(id)).toEqual(TOO_LARGE);
    expect(written).toBeLessThan(3 * MAX_BYTES);
  });

  it('a length that lies: what is beyond it is not taken, what is missing is missed', async () => {
    const bytes = pdfFile();
    const short = await bench.documentOf((request) => {
      request.socket.end(
        Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n'), bytes]),
      );
    });
    expect((await bench.view(short.id)).bytes).toEqual(bytes.subarray(0, 20));
    const long = await bench.documentOf((request) => {
      request.socket.end(
        Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n'), bytes]),
      );
    });
    expect(await bench.refusalOf(long.id)).toEqual(
      unavailable('the connection ended before the whole of it had come', 'broken_off'),
    );
  });

  it('15 seconds for all of it: no answer, or one that drips', async () => {
    const silent = await bench.documentOf(() => undefined);
    const drips: NodeJS.Timeout[] = [];
    const dripping = await bench.documentOf((_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 });
      response.write('%PDF-1.7\n');
      drips.push(setInterval(() => response.write(' '), 100));
    });
    const huge = await bench.documentOf((_request, response) => {
      response.writeHead(200, { 'content-length': MAX_BYTES + 1 });
      drips.push(setInterval(() => response.write('x'), 100));
    });
    const startedMs = performance.now();
    const answers = await Promise.all([silent, dripping, huge].map(({ id }) => bench.refusalOf(id)));
    const tookMs = performance.now() - startedMs;
    for (const drip of drips) clearInterval(drip);
    expect(answers).toEqual([
      unavailable('the server did not answer in time', 'timeout'),
      unavailable('the server did not send the whole of it within 15 seconds', 'too_slow'),
      TOO_LARGE,
    ]);
    expect(tookMs).toBeGreaterThan(14_500);
    expect(tookMs).toBeLessThan(onThisMachine(20_000));
  });

  it('no answer repeats the address, and none names a library', async () => {
    const { id } = await bench.documentOf((_request, response) => response.writeHead(500).end('secret'));
    const { bytes } = await bench.view(id);
    expect(bytes.toString()).not.toMatch(/127\.0\.0\.1|file-|undici|secret/);
  });
});

describe('inside addresses (contract §7, URLs)', () => {
  it('of a live merchant never, whatever the configuration says', async () => {
    const url = bench.host.host('/live', pdfFile());
    const why = 'the URL must be an address on the public internet';
    await bench.renewSubject('live');
    for (const file_url of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/latest.pdf',
    ]) {
      expect(await bench.refusalOf(await bench.documentAt(file_url))).toEqual(
        unavailable(why, 'address_not_allowed'),
      );
    }
    await bench.renewSubject('test');
    expect(bench.host.count('/live')).toBe(0);
    expect((await bench.view(await bench.documentAt(url))).status).toBe(200);
  });

  it('of a test merchant only with ALLOW_PRIVATE_ADDRESSES', async () => {
    const id = await bench.documentAt(bench.host.host('/closed', pdfFile()));
    const closed = await startService({
      env: { ...bench.service.environment, ALLOW_PRIVATE_ADDRESSES: 'false' },
    });
    expect((await bench.view(id, { url: closed.url })).message).toContain('public internet');
    await closed.stop();
    expect(bench.host.count('/closed')).toBe(0);
  });
});
