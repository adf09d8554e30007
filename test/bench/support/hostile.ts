import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a hostile web server does with a connection, once a request has come. */
export type Hostility = (socket: Socket, timers: Set<NodeJS.Timeout>) => void;

const PIECE = Buffer.alloc(64 * 1_024, 'x');
/** 200 MB of zeros in some 200 kB. */
const bomb = gzipSync(Buffer.alloc(200_000_000), { level: 9 });

/** A good receiver: what the others are compared with. */
export const friendly: Hostility = (socket) =>
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');

/** Every way to be a bad receiver. */
export const HOSTILITIES: Readonly<Record<string, Hostility>> = {
  'slow bytes': (socket, timers) => {
    const text = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n' + 'x'.repeat(100_000);
    let at = 0;
    timers.add(setInterval(() => socket.write(text[at++] ?? 'x'), 100));
  },
  'slow headers': (socket, timers) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    timers.add(setInterval(() => socket.write('X-Drop: 1\r\n'), 100));
  },
  'slow body': (socket, timers) => {
    socket.write('HTTP/1.1 500 Internal Server Error\r\nTransfer-Encoding: chunked\r\n\r\n');
    timers.add(setInterval(() => socket.write('1\r\nx\r\n'), 100));
  },
  endless: (socket) => {
    socket.write('HTTP/1.1 500 Internal Server Error\r\nTransfer-Encoding: chunked\r\n\r\n');
    const more = (): void => {
      while (socket.writable && socket.write(`${PIECE.length.toString(16)}\r\n${PIECE.toString()}\r\n`));
    };
    socket.on('drain', more);
    more();
  },
  reset: (socket) => void socket.resetAndDestroy(),
  'reset in the middle': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy());
  },
  redirect: (socket) => {
    const { port } = socket.address() as AddressInfo;
    socket.end(
      `HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:${port}/again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  },
  'huge headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let index = 0; index < 64; index += 1) socket.write(`X-Huge-${index}: ${PIECE.toString()}\r\n`);
    socket.end('\r\n');
  },
  'gzip bomb': (socket) => {
    const head = `Content-Encoding: gzip\r\nContent-Type: text/html\r\nContent-Length: ${bomb.length}\r\n`;
    socket.write(`HTTP/1.1 500 Internal Server Error\r\n${head}Connection: close\r\n\r\n`);
    socket.end(bomb);
  },
  'no HTTP': (socket) => socket.end(Buffer.from([0, 1, 2, 3, 255, 254, 10, 13])),
  hanging: () => undefined,
};

/** A web server that means no good. */
export class HostileReceiver {
  requests = 0;
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly server: Server;

  private constructor(hostility: Hostility) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      const own = new Set<NodeJS.Timeout>();
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        own.forEach((timer) => clearInterval(timer));
      });
      socket.once('data', () => {
        this.requests += 1;
        hostility(socket, own);
        own.forEach((timer) => this.timers.add(timer));
      });
    });
  }

  static async open(hostility: Hostility): Promise<HostileReceiver> {
    const made = new HostileReceiver(hostility);
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  async close(): Promise<void> {
    this.timers.forEach((timer) => clearInterval(timer));
    this.sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => this.server.close(resolve));
  }
}
