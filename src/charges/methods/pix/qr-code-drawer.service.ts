import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { DrawingThreads } from '../../../common/threads';

/** Draws QR codes as PNG off the event loop. */
@Injectable()
export class QrCodeDrawerService implements OnApplicationShutdown {
  private readonly threads = new DrawingThreads<string>(
    join(__dirname, 'draw-qr-code.worker.js'),
    'Too many pictures are being drawn. Try again shortly, or draw qr_code yourself.',
  );

  /** The picture of a text. Throws UNAVAILABLE when too many wait already, or when it takes too long. */
  draw(text: string): Promise<Buffer> {
    return this.threads.draw(text);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.stop();
  }
}
