import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../time';
import { TxRunner } from '../../database';
import type { ScheduledTask } from '../queue';
import { OutboxRepository } from './outbox.repository';

const KEEP_DAYS = 7;
const ROWS_AT_ONCE = 5_000;
const MAX_ROUNDS = 200;

/** Deletes events a week after they were relayed, in small transactions; what still waits is never touched. */
@Injectable()
export class DeleteRelayedEventsTask implements ScheduledTask {
  readonly name = 'outbox-retention';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: OutboxRepository,
  ) {}

  async run(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const deleted = await this.txRunner.run((tx) =>
        this.repository.deleteRelayed(tx, KEEP_DAYS, ROWS_AT_ONCE),
      );
      if (deleted < ROWS_AT_ONCE) return;
    }
  }
}
