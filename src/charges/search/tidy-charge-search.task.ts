import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../common/queue';
import { ChargeRepository } from '../charge.repository';

const EVERY_MS = 10_000;

/**
 * The search index keeps what is new in a list, which somebody has to sort in when it is long. That takes tenths of a
 * second: the worker does it betimes, so that no request of a merchant has to (decision 0003).
 */
@Injectable()
export class TidyChargeSearchTask implements ScheduledTask {
  readonly name = 'charges-tidy-search';
  readonly everyMs = EVERY_MS;

  constructor(private readonly charges: ChargeRepository) {}

  async run(): Promise<void> {
    await this.charges.tidySearch();
  }
}
