import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage, MINUTE_MS } from '../../common';
import { addDays, localDay } from '../../common/calendar';
import type { ScheduledTask } from '../../common/queue';
import { ReconciliationRepository, type ReportDay } from '../reconciliation.repository';
import { CAUGHT_UP_DAYS, dueDays } from './due-days.rules';
import { ReadReportUseCase } from './read-report.use-case';
import { ReportSourceService } from './report-source.service';

/** Days of one run: what is left comes with the next. */
const MAX_DAYS = 10;

/** Reads what providers report of days that are over, and what operators asked for and nobody finished. */
@Injectable()
export class ReadReportsTask implements ScheduledTask {
  readonly name = 'reconciliation-reports';
  readonly everyMs = MINUTE_MS;
  private readonly logger = new Logger(ReadReportsTask.name);

  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly source: ReportSourceService,
    private readonly reading: ReadReportUseCase,
    private readonly clock: Clock,
  ) {}

  /** A provider that cannot be asked now keeps no other one waiting. */
  async run(stop?: AbortSignal): Promise<void> {
    const days = [...(await this.reconciliations.listAsked(MAX_DAYS)), ...(await this.listDue())];
    const reporting = days.filter(({ provider }) => this.source.providers.includes(provider));
    for (const day of reporting.slice(0, MAX_DAYS)) {
      if (stop?.aborted === true) return;
      await this.read(day);
    }
  }

  private async listDue(): Promise<ReportDay[]> {
    const now = this.clock.now();
    const from = addDays(localDay(now), -CAUGHT_UP_DAYS);
    const due = await Promise.all(
      this.source.providers.map(async (provider) => {
        const readings = await this.reconciliations.listReadings(provider, from);
        return dueDays(now, readings).map((date) => ({ provider, date }));
      }),
    );
    return due.flat();
  }

  private async read(day: ReportDay): Promise<void> {
    try {
      const lines = this.source.lines(day);
      await this.reading.execute({ ...day, lines, isAsked: false, until: null });
    } catch (error) {
      this.logger.error(`the report of ${day.provider} of ${day.date} was not read: ${errorMessage(error)}`);
    }
  }
}
