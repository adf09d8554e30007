import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../database';
import type { AccountAccess } from '../../provider.port';
import { netOfLine, type ReportedPayment, type ReportLine, type ReportsPort } from '../../report.port';
import { SandboxRepository } from '../sandbox.repository';
import type { OpenAccount } from '../../accounts/provider-accounts.service';
import type { LinesOf, ReportFault } from './report-fault';
import { type FiledLine, SandboxReportRepository } from './sandbox-report.repository';

/** Shows the sandbox's books, and reports its days as truly as it was told to (money contract §19). */
@Injectable()
export class SandboxReportsService implements ReportsPort {
  constructor(
    private readonly store: SandboxRepository,
    private readonly reports: SandboxReportRepository,
  ) {}

  async *list({ id }: AccountAccess, since: Date | null): AsyncIterable<readonly ReportedPayment[]> {
    for (let after = ''; ;) {
      const page = await this.store.listPayments(id, since, after);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.reference;
    }
  }

  /** What it was told to falsify it falsifies until somebody has read the whole of the day. */
  async *lines({ id }: AccountAccess, day: string): AsyncIterable<readonly ReportLine[]> {
    const spoiled: string[] = [];
    for (let after = 0; ;) {
      const page = await this.reports.listDay(id, day, after);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.seq;
      spoiled.push(...page.flatMap(({ line, fault }) => (fault === null ? [] : [line.lineId])));
      yield page.flatMap(reportedLines);
    }
    if (spoiled.length > 0) await this.reports.forget(spoiled);
  }

  /** Has it report something wrong until that is read; how many lines that spoils. */
  async spoil(
    tx: Tx,
    { access }: OpenAccount,
    lines: readonly LinesOf[],
    fault: ReportFault,
  ): Promise<number> {
    return this.reports.spoil(tx, access.id, lines, fault);
  }
}

function reportedLines({ line, fault }: FiledLine): readonly ReportLine[] {
  if (fault === null) return [line];
  if (fault.action === 'drop') return [];
  if (fault.action === 'double') return [line, { ...line, lineId: `${line.lineId}_2` }];
  const grossCents = fault.grossCents ?? line.grossCents;
  // What it keeps stays, but never exceeds what it reports.
  const feeCents = Math.min(line.feeCents, grossCents);
  const netCents = netOfLine(line.type, grossCents, feeCents);
  return [{ ...line, grossCents, feeCents, netCents, date: fault.day ?? line.date }];
}
