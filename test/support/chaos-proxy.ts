import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { SaidStatements } from './said-statements';

interface Pair {
  /** The side that connected to the proxy. */
  readonly near: Socket;
  /** The proxy's own connection to the server; null while new connections are mute. */
  readonly far: Socket | null;
  /** Neither bytes nor ends pass any more. */
  deaf: boolean;
  /** When bytes last came, from either side; as `performance.now()` tells it. */
  heardAt: number;
}

/** A simple query: what a connection that was still for a moment is asked before it is lent (`CheckedPool`). */
const PROOF_OF_LIFE = Buffer.from('Q\0\0\0\x0dSELECT 1\0', 'latin1');

/** What becomes of a chunk on its way to the server: it passes, or the connection ends before or after the server has it. */
export type Fate = 'pass' | 'cut before' | 'cut after';

/**
 * A TCP proxy on 127.0.0.1 that fails as networks do. It passes everything on until it is told otherwise, and what it is
 * told holds until `pass`:
 *
 * - `swallow()`: the bytes and the ends of the present connections vanish, both ways; new ones work
 * - `mute()`: new connections are accepted and never answered
 * - `refuse()`: nobody listens
 * - `cut()`: the present connections are reset; new ones work
 * - `delay(ms)`: every chunk comes so much later, in its order
 * - `cutAt(part, fate)`: the connection on which a statement with this part is asked next ends there
 * - `judge`: decides on each chunk that goes to the server, e.g. to cut at a COMMIT
 */
export class ChaosProxy {
  judge: (chunk: Buffer) => Fate = () => 'pass';
  private readonly pairs = new Set<Pair>();
  private readonly said = new SaidStatements();
  private server: Server | null = null;
  private listensOn = 0;
  private delayMs = 0;
  private isMute = false;

  private constructor(
    private readonly host: string,
    private readonly targetPort: number,
  ) {}

  /** In front of the server that this connection string names. */
  static async before(url: string, defaultPort: number): Promise<ChaosProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new ChaosProxy(hostname.replace(/^\[|\]$/g, ''), port === '' ? defaultPort : Number(port));
    await proxy.listen();
    return proxy;
  }

  get port(): number {
    return this.listensOn;
  }

  /** How many connections are open on the near side, deaf ones too. */
  get connections(): number {
    return [...this.pairs].filter(({ near }) => !near.destroyed).length;
  }

  /** For how long no byte has come on any of the open connections. */
  get stillForMs(): number {
    const open = [...this.pairs].filter(({ near }) => !near.destroyed);
    return performance.now() - Math.max(...open.map(({ heardAt }) => heardAt));
  }

  /** The same connection string, by way of this proxy. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(this.listensOn);
    return changed.href;
  }

  /** Ends all trouble for new connections; those that were swallowed stay deaf, as on a real network. */
  async pass(): Promise<void> {
    this.delayMs = 0;
    this.isMute = false;
    await this.listen();
  }

  /** @returns how many connections went deaf */
  swallow(): number {
    let swallowed = 0;
    for (const pair of this.pairs) {
      if (!pair.deaf && !pair.near.destroyed) swallowed += 1;
      pair.deaf = true;
    }
    return swallowed;
  }

  mute(): void {
    this.isMute = true;
  }

  async refuse(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }

  cut(): void {
    for (const { near, far } of this.pairs) {
      near.resetAndDestroy();
      far?.resetAndDestroy();
    }
    this.pairs.clear();
  }

  cutAt(part: string, fate: 'cut before' | 'cut after'): void {
    this.judge = (chunk) => {
      if (!this.asks(chunk, part)) return 'pass';
      this.judge = () => 'pass';
      return fate;
    };
  }

  /** Tells of each chunk that goes to the server, but for what is asked or not as the moment has it. */
  countPackets(counted: () => void): void {
    this.judge = (chunk) => {
      if (!chunk.equals(PROOF_OF_LIFE)) counted();
      return 'pass';
    };
  }

  /** Whether a statement with this part is asked in a chunk that goes to the server. */
  asks(chunk: Buffer, part: string): boolean {
    return this.said.says(chunk, part);
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  private async listen(): Promise<void> {
    if (this.server !== null) return;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.accept(near));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.listensOn, '127.0.0.1', resolve);
    });
    this.listensOn = (server.address() as AddressInfo).port;
  }

  private accept(near: Socket): void {
    const far = this.isMute
      ? null
      : createConnection({
          host: this.host,
          port: this.targetPort,
          allowHalfOpen: true,
          noDelay: true,
        });
    const pair: Pair = { near, far, deaf: far === null, heardAt: performance.now() };
    this.pairs.add(pair);
    if (far !== null) {
      this.forward(pair, far, near);
      this.forward(pair, near, far);
      return;
    }
    near.on('error', () => undefined).resume();
    near.on('close', () => this.pairs.delete(pair));
  }

  private forward(pair: Pair, from: Socket, to: Socket): void {
    const late: (() => void)[] = [];
    const soon = (then: () => void): void => {
      const unlessDeaf = (): void => {
        if (!pair.deaf && !to.destroyed) then();
      };
      if (this.delayMs === 0 && late.length === 0) {
        unlessDeaf();
        return;
      }
      late.push(unlessDeaf);
      // Whatever the timers' order, what came first goes first.
      setTimeout(() => late.shift()?.(), this.delayMs);
    };
    from.on('data', (chunk: Buffer) => {
      pair.heardAt = performance.now();
      soon(() => {
        if (from === pair.near) this.said.hear(chunk);
        const fate = from === pair.near ? this.judge(chunk) : 'pass';
        if (fate === 'cut before') to.destroy();
        // What is written before the end still arrives.
        const hasRoom = fate === 'cut before' || to.write(chunk);
        if (fate !== 'pass') from.resetAndDestroy();
        if (hasRoom || fate !== 'pass') return;
        from.pause();
        to.once('drain', () => from.resume());
      });
    });
    from.on('end', () => soon(() => to.end()));
    from.on('error', () => soon(() => to.resetAndDestroy()));
    from.on('close', () => {
      soon(() => to.destroySoon());
      if (to.destroyed) this.pairs.delete(pair);
    });
  }
}
