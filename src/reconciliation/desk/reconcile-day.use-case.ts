import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { accepted, ok, type Reply } from '../../common/http';
import { ReadReportUseCase } from '../reading/read-report.use-case';
import { ReportSourceService } from '../reading/report-source.service';
import type { ReportDay } from '../reconciliation.repository';
import { ReconciliationReader } from './reconciliation.reader';

/** An operator wants a provider's day read now (money contract §20). Asked twice it is read twice, which changes nothing. */
@Injectable()
export class ReconcileDayUseCase {
  /** How long a request reads; the worker goes on with what is left. */
  readonly readsMs: number = 10_000;

  constructor(
    private readonly source: ReportSourceService,
    private readonly reading: ReadReportUseCase,
    private readonly reader: ReconciliationReader,
    private readonly clock: Clock,
  ) {}

  /** Throws VALIDATION_FAILED, REPORT_NOT_AVAILABLE. */
  async execute(day: ReportDay): Promise<Reply> {
    this.source.assertReadable(day, { byItself: true });
    const until = new Date(this.clock.now().getTime() + this.readsMs);
    const lines = this.source.lines(day);
    const { reconciliationId, isDone } = await this.reading.execute({ ...day, lines, isAsked: true, until });
    const response = await this.reader.get(reconciliationId);
    return isDone ? ok('Read.', response) : accepted('The report is large: it is read on.', response);
  }
}
