import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../common';
import { localDay } from '../../common/calendar';
import type { ScheduledTask } from '../../common/queue';
import { ReleaseReservesUseCase } from '../reserves/release-reserves.use-case';
import { SettleReceivablesUseCase } from './settle-receivables.use-case';

/** Settles what is due from midnight on, and gives back what was held until today; what an outage missed comes with it. */
@Injectable()
export class SettleTask implements ScheduledTask {
  readonly name = 'receivables-settle';
  readonly everyMs = MINUTE_MS;

  constructor(
    private readonly settleReceivables: SettleReceivablesUseCase,
    private readonly releaseReserves: ReleaseReservesUseCase,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    const due = { merchantId: null, until: localDay(this.clock.now()) };
    await this.settleReceivables.execute(due, stop);
    await this.releaseReserves.execute(due, stop);
  }
}
