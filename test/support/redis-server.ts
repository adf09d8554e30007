import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually';
import { portToUse } from './ports';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of this spec alone, which it may flush, kill and start again. It keeps nothing on disk. */
export class PrivateRedis {
  private child: ChildProcess | null = null;
  private readonly directory = mkdtempSync(join(tmpdir(), 'repasse-redis-'));

  private constructor(
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** @param password without which it answers nobody, letters and digits; none by default */
  static async start(password = ''): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await portToUse(), password);
    await redis.run();
    return redis;
  }

  get url(): string {
    return `redis://${this.password === '' ? '' : `:${this.password}@`}127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      save: '',
      appendonly: 'no',
      dir: this.directory,
      requirepass: this.password,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.child = spawn('redis-server', args, { stdio: 'ignore' });
    await eventually(() => this.command((client) => client.ping()));
  }

  /** SIGSTOP: it takes connections and bytes, and says nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  runNow(): void {
    this.child?.kill('SIGCONT');
  }

  /** Its memory is full: with the policy that a queue needs it answers reads and refuses writes. */
  async fill(): Promise<void> {
    await this.command((client) => client.config('SET', 'maxmemory', '1'));
  }

  async setPolicy(policy: string): Promise<void> {
    await this.command((client) => client.config('SET', 'maxmemory-policy', policy));
  }

  async makeRoom(): Promise<void> {
    await this.command((client) => client.config('SET', 'maxmemory', '0'));
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
