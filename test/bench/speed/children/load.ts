import { connect, type Socket } from 'node:net';
import { answer } from '../child';
import { ID_MARK, KEY_LENGTH, KEY_MARK, type LoadGiven, type LoadMeasured } from '../load';

const HEAD_END = Buffer.from('\r\n\r\n');
const STATUS_AT = 'HTTP/1.1 '.length;
/** A connection whose answer does not come for so long is given up as a fault. */
const SILENT_MS = 20_000;
const MAX_FAULTS = 5;

/** All connections of one measurement: who is next, and what was answered. */
class Load {
  answered = 0;
  readonly durationsMs: number[] = [];
  readonly faults: string[] = [];
  readonly keyAt: number;
  readonly idAt: number;
  private sent = 0;
  private readonly beganMs = performance.now();
  private readonly endsMs: number;

  constructor(readonly given: LoadGiven) {
    this.keyAt = given.request.indexOf(KEY_MARK);
    this.idAt = given.request.indexOf(ID_MARK);
    this.endsMs = this.beganMs + given.seconds * 1_000;
  }

  /** The number of the next request, or null when there is none. */
  next(): number | null {
    const isOver =
      performance.now() >= this.endsMs ||
      this.sent >= this.given.atMost ||
      this.faults.length >= MAX_FAULTS ||
      this.waitMs() > 0;
    if (isOver) return null;
    this.sent += 1;
    return this.sent;
  }

  /** Open loop: how long until it is time for the next request. */
  waitMs(): number {
    return this.given.perSecond === null ? 0 : this.dueMs(this.sent + 1) - performance.now();
  }

  /** When a request begins for who waits for it: in an open loop when it was due, also when no connection was free then. */
  dueMs(number: number): number {
    const { perSecond } = this.given;
    return perSecond === null ? performance.now() : this.beganMs + (1_000 * (number - 1)) / perSecond;
  }

  hasEnded(): boolean {
    const isSent = this.sent >= this.given.atMost;
    return performance.now() >= this.endsMs || isSent || this.faults.length >= MAX_FAULTS;
  }

  fault(sentence: string): void {
    this.faults.push(sentence);
  }
}

/** One keep-alive connection: a prebuilt request with another key each time, one at a time. */
class Connection {
  busy = false;
  private readonly bytes: Buffer;
  private readonly status: Buffer;
  private beganMs = 0;
  private rest: Buffer | null = null;
  private settled: (() => void) | null = null;

  constructor(
    private readonly load: Load,
    private readonly socket: Socket,
  ) {
    this.bytes = Buffer.from(load.given.request, 'utf8');
    this.status = Buffer.from(String(load.given.status));
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.fail(error.message));
    socket.on('close', () => this.fail('the service closed a connection'));
    socket.setTimeout(SILENT_MS, () => this.fail(`no answer for ${SILENT_MS} ms`));
  }

  /** One request; resolved when it is answered. */
  once(number: number): Promise<void> {
    const { keyAt, idAt, given } = this.load;
    if (idAt >= 0) this.bytes.write(given.ids[number - 1] ?? '', idAt, 'latin1');
    if (keyAt >= 0) this.bytes.write(given.keyPrefix + number.toString(36).padStart(8, '0'), keyAt, 'latin1');
    this.busy = true;
    this.beganMs = this.load.dueMs(number);
    this.socket.write(this.bytes);
    return new Promise((resolve) => (this.settled = resolve));
  }

  private take(chunk: Buffer): void {
    const bytes = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    const headEnd = bytes.indexOf(HEAD_END);
    const length = headEnd < 0 ? null : contentLength(bytes.toString('latin1', 0, headEnd));
    if (length === null || bytes.length < headEnd + HEAD_END.length + length) {
      this.rest = bytes;
      return;
    }
    this.rest = null;
    if (bytes.compare(this.status, 0, 3, STATUS_AT, STATUS_AT + 3) !== 0) {
      this.fail(`answered ${bytes.toString('utf8', STATUS_AT, Math.min(bytes.length, 2_000))}`);
      return;
    }
    this.load.answered += 1;
    this.load.durationsMs.push(performance.now() - this.beganMs);
    this.settle();
  }

  private fail(reason: string): void {
    if (!this.busy) return;
    this.load.fault(reason);
    this.settle();
  }

  private settle(): void {
    this.busy = false;
    this.settled?.();
  }
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (found === null) throw new Error(`an answer without a length: ${head}`);
  return Number(found[1]);
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

async function run(given: LoadGiven): Promise<LoadMeasured> {
  if (given.keyPrefix.length + 8 !== KEY_LENGTH) throw new Error('a key has a length of its own');
  const sockets = await Promise.all(Array.from({ length: given.connections }, () => open(given.port)));
  const load = new Load(given);
  const connections = sockets.map((socket) => new Connection(load, socket));
  const beganMs = performance.now();
  await Promise.all(connections.map((connection) => drive(load, connection)));
  const seconds = (performance.now() - beganMs) / 1_000;
  for (const socket of sockets) socket.destroy();
  const sorted = load.durationsMs.sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const { answered, faults } = load;
  return { answered, seconds, p50Ms: at(0.5), p99Ms: at(0.99), faults };
}

async function drive(load: Load, connection: Connection): Promise<void> {
  while (!load.hasEnded()) {
    const number = load.next();
    if (number === null) await new Promise((resolve) => setTimeout(resolve, load.waitMs()));
    else await connection.once(number);
  }
}

answer({ run });
