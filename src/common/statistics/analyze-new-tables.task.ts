import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../queue';
import { StatisticsRepository } from './statistics.repository';

const EVERY_MS = 5_000;

/**
 * Gives tables that begin to grow their first statistics at once: autovacuum comes a minute or two later, and until then plans walk all
 * rows of a merchant where one is meant (decision 0028). It is needed in a new database, and after a restore that brought none.
 */
@Injectable()
export class AnalyzeNewTablesTask implements ScheduledTask {
  readonly name = 'analyze-new-tables';
  readonly everyMs = EVERY_MS;

  constructor(private readonly statistics: StatisticsRepository) {}

  async run(): Promise<void> {
    await this.statistics.gatherFirst();
  }
}
