import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { commonErrors } from '../errors';
import { errorMessage } from '../text';

const THREADS = 2;
const IDLE_MS = 30_000;
/** What may wait or be drawn: at a few milliseconds each about half a second of work. */
const MAX_WAITING = 200;
/** From the request to the drawing, behind as many as may wait on a busy machine. A thread that is at it by then is ended. */
const DRAW_TIMEOUT_MS = 30_000;

/** What a thread answers. What cannot be drawn is an answer; whatever else ends a drawing is the thread's own trouble. */
export type Drawing = { readonly bytes: Uint8Array } | { readonly fault: string };

/**
 * Draws off the event loop what costs several milliseconds of arithmetic, in which a process would answer nobody else.
 * Threads start with the first drawing; what cannot be drawn soon is refused at once.
 */
export class DrawingThreads<Input> {
  private readonly logger = new Logger(DrawingThreads.name);
  private readonly threads: Piscina<Input, Drawing>;
  private waiting = 0;
  private stopped = false;

  /**
   * @param file of the thread, compiled; its default export draws one
   * @param refusal what a client is told who came when too many waited
   */
  constructor(
    file: string,
    private readonly refusal: string,
  ) {
    this.threads = new Piscina<Input, Drawing>({
      filename: file,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      maxQueue: MAX_WAITING,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64 },
      recordTiming: false,
    });
  }

  /** Throws UNAVAILABLE when too many wait already, or when it takes too long. */
  async draw(input: Input): Promise<Buffer> {
    if (this.stopped || this.waiting >= MAX_WAITING) throw this.overloaded();
    this.waiting += 1;
    try {
      const drawing = await this.drawInThread(input);
      if ('fault' in drawing) throw new Error(drawing.fault);
      const { bytes } = drawing;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } finally {
      this.waiting -= 1;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.threads.destroy();
  }

  private async drawInThread(input: Input): Promise<Drawing> {
    try {
      return await this.threads.run(input, { signal: AbortSignal.timeout(DRAW_TIMEOUT_MS) });
    } catch (error) {
      if (!this.stopped) this.logger.error(`drawing in a thread: ${errorMessage(error)}`);
      throw this.overloaded();
    }
  }

  private overloaded(): Error {
    return commonErrors.UNAVAILABLE({ message: this.refusal, retryAfterSeconds: 1 });
  }
}
