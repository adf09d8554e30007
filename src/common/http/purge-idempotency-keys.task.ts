import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../time';
import type { ScheduledTask } from '../queue';
import { Idempotency } from './idempotency';

/** contract §1: an Idempotency-Key is kept for 24 hours. */
@Injectable()
export class PurgeIdempotencyKeysTask implements ScheduledTask {
  readonly name = 'idempotency-purge';
  readonly everyMs = 10 * MINUTE_MS;

  constructor(private readonly idempotency: Idempotency) {}

  async run(): Promise<void> {
    await this.idempotency.purgeExpired();
  }
}
