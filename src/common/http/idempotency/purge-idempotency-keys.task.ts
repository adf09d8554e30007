import { Inject, Injectable } from '@nestjs/common';
import { TxRunner } from '../../../database';
import { inRounds, ROWS_A_ROUND } from '../../in-rounds';
import type { ScheduledTask } from '../../queue';
import { MINUTE_MS } from '../../time';
import { Idempotency } from './idempotency';
import { PENDING_KINDS, type PendingKind } from './pending-keys.module';

/** contract §1: an Idempotency-Key is kept for 24 hours, and as long as its operation is pending. */
@Injectable()
export class PurgeIdempotencyKeysTask implements ScheduledTask {
  readonly name = 'idempotency-purge';
  readonly everyMs = 10 * MINUTE_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    @Inject(PENDING_KINDS) private readonly pending: readonly PendingKind[],
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    for (const kind of this.pending)
      await this.transactions.run((tx) => this.idempotency.keepPending(tx, kind));
    await inRounds(
      ROWS_A_ROUND,
      () => this.transactions.run((tx) => this.idempotency.purgeExpired(tx, ROWS_A_ROUND)),
      stop,
    );
  }
}
