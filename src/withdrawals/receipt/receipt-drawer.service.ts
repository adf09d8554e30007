import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { join } from 'node:path';
import { DrawingThreads } from '../../common/threads';
import type { ReceiptPage } from './receipt-page.rules';

/** Draws receipts as PDF off the event loop. */
@Injectable()
export class ReceiptDrawerService implements OnApplicationShutdown {
  private readonly threads = new DrawingThreads<ReceiptPage>(
    join(__dirname, 'draw-receipt.worker.js'),
    'Too many receipts are being drawn. Try again shortly, or read the receipt as JSON.',
  );

  /** Throws UNAVAILABLE when too many wait already, or when it takes too long. */
  draw(page: ReceiptPage): Promise<Buffer> {
    return this.threads.draw(page);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.stop();
  }
}
