import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { errorMessage } from '../../../common';
import { commonErrors } from '../../../common/errors';
import type { Drawing } from './draw-qr-code.worker';

const THREADS = 2;
const IDLE_MS = 30_000;
/** Pictures that may wait or be drawn: at a few milliseconds each about half a second of work. */
const MAX_WAITING = 200;
/** From the request to the picture, behind as many as may wait on a busy machine. A thread that is at it by then is ended. */
const DRAW_TIMEOUT_MS = 30_000;

/**
 * Draws QR codes as PNG off the event loop: a picture costs several milliseconds of arithmetic, in which a process
 * would answer nobody else. Threads start with the first picture; what cannot be drawn soon is refused at once.
 */
@Injectable()
export class QrCodeDrawerService implements OnApplicationShutdown {
  private readonly logger = new Logger(QrCodeDrawerService.name);
  private readonly threads = new Piscina<string, Drawing>({
    filename: join(__dirname, 'draw-qr-code.worker.js'),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    maxQueue: MAX_WAITING,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    recordTiming: false,
  });
  private waiting = 0;
  private stopped = false;

  /** The picture of a text. Throws UNAVAILABLE when too many wait already, or when it takes too long. */
  async draw(text: string): Promise<Buffer> {
    if (this.stopped || this.waiting >= MAX_WAITING) throw overloaded();
    this.waiting += 1;
    try {
      const drawing = await this.drawInThread(text);
      if ('fault' in drawing) throw new Error(drawing.fault);
      const { png } = drawing;
      return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
    } finally {
      this.waiting -= 1;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.threads.destroy();
  }

  private async drawInThread(text: string): Promise<Drawing> {
    try {
      return await this.threads.run(text, { signal: AbortSignal.timeout(DRAW_TIMEOUT_MS) });
    } catch (error) {
      if (!this.stopped) this.logger.error(`drawing a QR code: ${errorMessage(error)}`);
      throw overloaded();
    }
  }
}

function overloaded(): Error {
  return commonErrors.UNAVAILABLE({
    message: 'Too many pictures are being drawn. Try again shortly, or draw qr_code yourself.',
    retryAfterSeconds: 1,
  });
}
