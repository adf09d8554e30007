import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, inRounds, MINUTE_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { UploadRepository } from './upload.repository';

/** Each may be 10 MiB. */
const ROWS_A_ROUND = 100;

/** Deletes files that were uploaded a day ago and became no document. */
@Injectable()
export class SweepUploadsTask implements ScheduledTask {
  readonly name = 'upload-sweep';
  readonly everyMs = 30 * MINUTE_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly uploads: UploadRepository,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - DAY_MS);
    await inRounds(
      ROWS_A_ROUND,
      () => this.transactions.run((tx) => this.uploads.deleteUnnamed(tx, before, ROWS_A_ROUND)),
      stop,
    );
  }
}
