import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { RunAutomaticWithdrawalsUseCase } from './run-automatic-withdrawals.use-case';

/** Pays wallets out from 09:00 on, and after any outage as soon as a worker runs. */
@Injectable()
export class AutomaticWithdrawalsTask implements ScheduledTask {
  readonly name = 'withdrawals-automatic';
  readonly everyMs = MINUTE_MS;

  constructor(private readonly running: RunAutomaticWithdrawalsUseCase) {}

  run(stop?: AbortSignal): Promise<void> {
    return this.running.execute(stop);
  }
}
