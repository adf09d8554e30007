import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { commonErrors } from '../../../common/errors';
import { DRAWING_OPTIONS, DRAWING_THREAD } from './drawing-thread';

const THREADS = 2;
/** Pictures that may wait or be drawn: at a few milliseconds each about half a second of work. */
const MAX_WAITING = 200;
const DRAW_TIMEOUT_MS = 5_000;

interface Order {
  readonly id: number;
  readonly text: string;
  readonly settle: (result: { png: Uint8Array } | { error: Error }) => void;
}

interface Drawn {
  readonly id: number;
  readonly png?: Uint8Array;
  readonly error?: string;
}

interface Thread {
  readonly worker: Worker;
  readonly order: Order;
  readonly timer: NodeJS.Timeout;
}

/**
 * Draws QR codes as PNG off the event loop: a picture costs several milliseconds of arithmetic, in which a process
 * would answer nobody else. Threads start with the first picture; what cannot be drawn soon is refused at once.
 */
@Injectable()
export class QrCodeDrawerService implements OnApplicationShutdown {
  private readonly logger = new Logger(QrCodeDrawerService.name);
  private readonly queue: Order[] = [];
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Thread>();
  private lastId = 0;
  private stopped = false;

  /** The picture of a text. Throws UNAVAILABLE when too many wait already, or when it takes too long. */
  async draw(text: string): Promise<Buffer> {
    if (this.stopped || this.queue.length + this.busy.size >= MAX_WAITING) throw overloaded();
    const png = await new Promise<Uint8Array>((resolve, reject) => {
      const settle: Order['settle'] = (result) =>
        'png' in result ? resolve(result.png) : reject(result.error);
      this.queue.push({ id: ++this.lastId, text, settle });
      this.next();
    });
    return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    const workers = [...this.idle.splice(0), ...this.busy.keys()];
    for (const { settle } of this.queue.splice(0)) settle({ error: overloaded() });
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** Hands waiting orders to threads that have none. */
  private next(): void {
    while (this.queue.length > 0) {
      const worker = this.idle.pop() ?? (this.busy.size < THREADS ? this.start() : null);
      const order = worker === null ? undefined : this.queue.shift();
      if (worker === null || order === undefined) return;
      const timer = setTimeout(() => this.lost(worker, 'a picture took too long'), DRAW_TIMEOUT_MS);
      this.busy.set(worker, { worker, order, timer });
      worker.postMessage({ id: order.id, text: order.text });
    }
  }

  private start(): Worker {
    const worker = new Worker(DRAWING_THREAD, {
      eval: true,
      workerData: { library: require.resolve('qrcode'), options: DRAWING_OPTIONS },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    // A thread that waits for work keeps no process alive.
    worker.unref();
    worker.on('message', (drawn: Drawn) => this.done(worker, drawn));
    worker.on('error', (error) => this.lost(worker, error.message));
    worker.on('exit', () => this.lost(worker, 'the thread ended'));
    return worker;
  }

  private done(worker: Worker, drawn: Drawn): void {
    const thread = this.release(worker);
    if (thread?.order.id !== drawn.id) return;
    this.idle.push(worker);
    thread.order.settle(
      drawn.png === undefined ? { error: new Error(drawn.error ?? 'nothing was drawn') } : { png: drawn.png },
    );
    this.next();
  }

  /** A thread that fails or hangs is replaced by the next order; what it was drawing is refused. */
  private lost(worker: Worker, reason: string): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    const thread = this.release(worker);
    if (thread === undefined) return;
    if (!this.stopped) this.logger.error(`drawing a QR code: ${reason}`);
    thread.order.settle({ error: overloaded() });
    void worker.terminate();
    if (!this.stopped) this.next();
  }

  private release(worker: Worker): Thread | undefined {
    const thread = this.busy.get(worker);
    clearTimeout(thread?.timer);
    this.busy.delete(worker);
    return thread;
  }
}

function overloaded(): Error {
  return commonErrors.UNAVAILABLE({
    message: 'Too many pictures are being drawn. Try again shortly, or draw qr_code yourself.',
    retryAfterSeconds: 1,
  });
}
