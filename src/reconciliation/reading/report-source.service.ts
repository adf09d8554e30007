import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage } from '../../common';
import { localDay } from '../../common/calendar';
import { type ErrorDetail, validationFailed } from '../../common/errors';
import {
  AdaptersService,
  ProviderAccountsService,
  ProviderTimeoutService,
  type ReportLine,
} from '../../providers';
import { reconciliationErrors } from '../reconciliation.errors';
import type { ReportDay } from '../reconciliation.repository';
import { faultOf } from './report-line.rules';

/** Where reports come from: the adapters of institutions that tell them. */
@Injectable()
export class ReportSourceService {
  private readonly logger = new Logger(ReportSourceService.name);

  constructor(
    private readonly accounts: ProviderAccountsService,
    private readonly adapters: AdaptersService,
    private readonly timeout: ProviderTimeoutService,
    private readonly clock: Clock,
  ) {}

  /** The names of those that report. */
  get providers(): readonly string[] {
    return this.adapters.all.filter(({ reports }) => reports !== null).map(({ name }) => name);
  }

  /** Throws 422 for a provider that there is not, or one that does not report by itself, and for a day to come. */
  assertReadable({ provider, date }: ReportDay, { byItself }: { readonly byItself: boolean }): void {
    const details: ErrorDetail[] = [];
    const field = 'provider';
    if (this.adapters.find(provider) === null)
      details.push({ field, code: 'unknown_provider', message: 'must be the name of a provider' });
    else if (byItself && !this.providers.includes(provider))
      details.push({ field, code: 'no_reports', message: 'must be a provider that reports by itself' });
    if (date > localDay(this.clock.now()))
      details.push({ field: 'date', code: 'in_the_future', message: 'must not be a day to come' });
    if (details.length > 0) throw validationFailed(details);
  }

  /** Page by page what all accounts at a provider report of a day. Throws REPORT_NOT_AVAILABLE. */
  async *lines({ provider, date }: ReportDay): AsyncIterable<readonly ReportLine[]> {
    const { reports } = this.adapters.get(provider);
    if (reports === null) return;
    for (const { access } of await this.accounts.listOfProvider(provider)) {
      const pages = reports.lines(access, date)[Symbol.asyncIterator]();
      for (;;) {
        const page = await this.next(pages, { provider, date });
        if (page === null) break;
        yield page;
      }
    }
  }

  /** Null: there is none any more. */
  private async next(
    pages: AsyncIterator<readonly ReportLine[]>,
    { provider, date }: ReportDay,
  ): Promise<readonly ReportLine[] | null> {
    try {
      const next = await this.timeout.limit(pages.next());
      if (next.done === true) return null;
      for (const line of next.value) {
        const fault = faultOf(line);
        if (fault !== null) throw new Error(`a line cannot be understood: ${fault}`);
      }
      return next.value;
    } catch (error) {
      this.logger.error(`the report of ${provider} of ${date}: ${errorMessage(error)}`);
      throw reconciliationErrors.REPORT_NOT_AVAILABLE();
    }
  }
}
