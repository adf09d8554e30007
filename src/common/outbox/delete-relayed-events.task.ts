import { Injectable } from '@nestjs/common';
import { TxRunner } from '../../database';
import { inRounds } from '../in-rounds';
import type { ScheduledTask } from '../queue';
import { HOUR_MS } from '../time';
import { OutboxRepository } from './outbox.repository';

const KEEP_DAYS = 7;
const ROWS_AT_ONCE = 5_000;

/** Deletes events a week after they were relayed, in small transactions; what still waits is never touched. */
@Injectable()
export class DeleteRelayedEventsTask implements ScheduledTask {
  readonly name = 'outbox-retention';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: OutboxRepository,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    await inRounds(
      ROWS_AT_ONCE,
      () => this.txRunner.run((tx) => this.repository.deleteRelayed(tx, KEEP_DAYS, ROWS_AT_ONCE)),
      stop,
    );
  }
}
