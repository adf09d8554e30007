import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage, MINUTE_MS } from '../../common';
import { localDay } from '../../common/calendar';
import type { ScheduledTask } from '../../common/queue';
import { AnticipationRepository, type DueAnticipation } from '../anticipation.repository';
import { PayAnticipationUseCase } from './pay-anticipation.use-case';

const ROUND = 100;

/** Pays what was approved from the midnight of its day on; what an outage missed comes with it. */
@Injectable()
export class PayAnticipationsTask implements ScheduledTask {
  readonly name = 'anticipations-pay';
  readonly everyMs = MINUTE_MS;
  private readonly logger = new Logger(PayAnticipationsTask.name);

  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly paying: PayAnticipationUseCase,
    private readonly clock: Clock,
  ) {}

  /** Goes over all that is due once: those that wait, for a frozen wallet say, keep none of the others waiting. */
  async run(stop?: AbortSignal): Promise<void> {
    const today = localDay(this.clock.now());
    let last: DueAnticipation | null = null;
    for (;;) {
      const due: DueAnticipation[] = await this.anticipations.listDue(today, last, ROUND);
      for (const one of due) {
        if (stop?.aborted === true) return;
        await this.pay(one);
      }
      last = due.at(-1) ?? null;
      if (due.length < ROUND) return;
    }
  }

  private async pay(one: DueAnticipation): Promise<void> {
    try {
      await this.paying.execute(one);
    } catch (error) {
      // The next round tries it again.
      this.logger.error(`anticipation ${one.id}: ${errorMessage(error)}`);
    }
  }
}
