import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of this spec alone, which it may flush, kill and start again. It keeps nothing on disk. */
export class PrivateRedis {
  private child: ChildProcess | null = null;
  private readonly directory = mkdtempSync(join(tmpdir(), 'repasse-redis-'));

  private constructor(private readonly port: number) {}

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await freePort());
    await redis.run();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const options = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: this.directory };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.child = spawn('redis-server', args, { stdio: 'ignore' });
    await eventually(() => this.command((client) => client.ping()));
  }

  async flush(): Promise<void> {
    await this.command((client) => client.flushall());
  }

  /** SIGKILL: everything it held is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async command(work: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await work(client);
    } finally {
      client.disconnect();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
