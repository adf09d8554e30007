import { readFileSync } from 'node:fs';
import { basic, type Client, type Keys } from '../../support/client';
import { eventually } from '../../support/eventually';
import { spawnProcess, type TestProcess } from '../../support/process';

/** Far more than a bound of any trial: what a trial measures ends there as a figure, not as a failure to start. */
const START_TIMEOUT_MS = 120_000;

/** Whatever way the bench ends in, no process of its survives it. */
const running = new Set<Server>();
process.once('exit', () => {
  for (const server of running) if (server.isAlive()) server.signal('SIGKILL');
});

type Environment = Readonly<Record<string, string>>;

/** A process of the service that is started again when it was ended, as a supervisor does. */
export class Server {
  private readonly lives: TestProcess[] = [];

  private constructor(
    readonly kind: 'main' | 'worker',
    private readonly environment: Environment,
  ) {
    running.add(this);
  }

  /** Waits until it is ready. */
  static async start(kind: 'main' | 'worker', environment: Environment): Promise<Server> {
    const server = await Server.spawn(kind, environment);
    await server.good(null, START_TIMEOUT_MS);
    return server;
  }

  /** Does not wait: for a process that must not be able to become ready yet. */
  static async spawn(kind: 'main' | 'worker', environment: Environment): Promise<Server> {
    const server = new Server(kind, environment);
    await server.spawnAgain();
    return server;
  }

  /** Its current life. */
  get now(): TestProcess {
    const life = this.lives.at(-1);
    if (life === undefined) throw new Error(`no ${this.kind} was started`);
    return life;
  }

  get url(): string {
    return `http://127.0.0.1:${this.now.port}`;
  }

  /** Everything that all its lives wrote. */
  get output(): string {
    return this.lives.map((life) => life.output()).join('');
  }

  client(keys?: Keys): Client {
    return this.now.client(keys);
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.now.pid, name);
  }

  async end(name: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    return this.now.end(name);
  }

  async spawnAgain(): Promise<void> {
    this.lives.push(await spawnProcess({ environment: this.environment }, this.kind));
  }

  isAlive(): boolean {
    try {
      process.kill(this.now.pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  /** Waits for the first good answer from now on: with keys to a request, without them of readiness. */
  async good(keys: Keys | null, timeoutMs = START_TIMEOUT_MS): Promise<void> {
    const authorization: Record<string, string> = keys === null ? {} : { authorization: basic(keys) };
    await this.answers(keys === null ? '/health/ready' : '/v1/merchant', authorization, timeoutMs);
  }

  /** Waits until it answers at all, ready or not. */
  async live(): Promise<void> {
    await this.answers('/health/live', {}, START_TIMEOUT_MS);
  }

  private async answers(path: string, headers: Record<string, string>, timeoutMs: number): Promise<void> {
    await eventually(async () => {
      // Ended already: nothing to wait for.
      if (this.now.exitCode() !== null) return;
      const answer = await this.client().get(path, headers);
      if (answer.status !== 200) throw new Error(`${this.kind} answers ${answer.status}: ${answer.text}`);
    }, timeoutMs);
    const code = this.now.exitCode();
    if (code !== null) throw new Error(`${this.kind} ended with ${code}: ${this.now.output().slice(-1_000)}`);
  }

  /** Memory that the process holds, in bytes (Linux). */
  residentBytes(): number {
    const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.now.pid}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) * 1_024;
  }
}
