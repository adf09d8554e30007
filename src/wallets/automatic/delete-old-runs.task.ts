import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, HOUR_MS, inRounds, ROWS_A_ROUND } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { AutomaticWithdrawalRepository } from './automatic-withdrawal.repository';

/** As long as statements and summaries look back, and more than the year for which the database keeps them. */
const KEPT_DAYS = 400;

/** Runs of automatic withdrawals that sent nothing are not kept for ever. */
@Injectable()
export class DeleteOldRunsTask implements ScheduledTask {
  readonly name = 'wallets-delete-runs';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly automatics: AutomaticWithdrawalRepository,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await inRounds(
      ROWS_A_ROUND,
      () => this.transactions.run((tx) => this.automatics.deleteIdleRunsBefore(tx, before, ROWS_A_ROUND)),
      stop,
    );
  }
}
