import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { addDays, localDay } from '../../common/calendar';
import { Metrics } from '../../common/metrics';
import { ReconciliationRepository } from '../reconciliation.repository';
import { CAUGHT_UP_DAYS, lateDays } from './due-days.rules';
import { ReportSourceService } from './report-source.service';

/** Tells metrics of reports that did not come, and of differences that nobody resolved. */
@Injectable()
export class ReconciliationWatchService {
  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly source: ReportSourceService,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.asked(
      'repasse_reconciliation_late_reports',
      'Reports of a provider that were to be read more than six hours ago',
      ['provider'],
      () => this.countLate(),
    );
    metrics.asked(
      'repasse_reconciliation_open_differences',
      'Differences between reports and the books that nobody resolved',
      [],
      async () => [{ value: (await reconciliations.countOpen()).count }],
    );
    metrics.asked(
      'repasse_reconciliation_open_oldest_seconds',
      'How long the oldest of them has been known',
      [],
      async () => [{ value: (await reconciliations.countOpen()).oldestSeconds }],
    );
  }

  private async countLate(): Promise<{ labels: { provider: string }; value: number }[]> {
    const now = this.clock.now();
    const from = addDays(localDay(now), -CAUGHT_UP_DAYS);
    return Promise.all(
      this.source.providers.map(async (provider) => {
        const readings = await this.reconciliations.listReadings(provider, from);
        return { labels: { provider }, value: lateDays(now, readings).length };
      }),
    );
  }
}
