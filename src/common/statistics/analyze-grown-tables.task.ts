import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../queue';
import { StatisticsRepository } from './statistics.repository';

const EVERY_MS = 2_000;

/**
 * Gives tables that grow fast statistics at once: autovacuum comes a minute or two later, and until then plans walk all rows of a
 * merchant, or of the table, where one is meant (decision 0028). It is needed in a new database, after a restore that brought none,
 * and with the first burst of something there was little of.
 */
@Injectable()
export class AnalyzeGrownTablesTask implements ScheduledTask {
  readonly name = 'analyze-grown-tables';
  readonly everyMs = EVERY_MS;

  constructor(private readonly statistics: StatisticsRepository) {}

  async run(): Promise<void> {
    await this.statistics.gather();
  }
}
