import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, HOUR_MS, inRounds, ROWS_A_ROUND } from '../common';
import type { ScheduledTask } from '../common/queue';
import { TxRunner } from '../database';
import { ApiRequestRepository } from './api-request.repository';

/** contract §2: the merchant's own requests of 30 days. */
const KEPT_DAYS = 30;

@Injectable()
export class DeleteOldRequestsTask implements ScheduledTask {
  readonly name = 'requests-delete';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly requests: ApiRequestRepository,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await inRounds(
      ROWS_A_ROUND,
      () => this.transactions.run((tx) => this.requests.deleteBefore(tx, before, ROWS_A_ROUND)),
      stop,
    );
  }
}
