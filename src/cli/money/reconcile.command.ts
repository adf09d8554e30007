import type { Command } from 'commander';
import { ReadReportUseCase, ReportFileService, ReportSourceService } from '../../reconciliation';
import { dayOf } from '../arguments';
import type { Answer, Run } from '../command';
import type { Session } from '../session';

interface Options {
  json?: boolean;
  provider: string;
  date: string;
  file?: string;
}

export function addReconcileCommand(command: Command, run: Run): void {
  command
    .requiredOption('--provider <name>', 'whose report it is, e.g. sandbox')
    .requiredOption('--date <date>', 'the day that is reported, YYYY-MM-DD', dayOf)
    .option(
      '--file <path>',
      'the report as a file: its lines as JSON, one a line; default: the provider is asked',
    )
    .option('--json', 'one JSON object on standard output')
    .action((options: Options) => run(options.json, (session) => reconcile(session, options)));
}

async function reconcile(session: Session, { provider, date, file }: Options): Promise<Answer> {
  const source = await session.service(ReportSourceService);
  const files = await session.service(ReportFileService);
  source.assertReadable({ provider, date }, { byItself: file === undefined });
  if (file !== undefined) await files.check(file);
  const lines = file === undefined ? source.lines({ provider, date }) : files.lines(file);
  const reading = await session.service(ReadReportUseCase);
  const order = { provider, date, lines, isAsked: false, until: null };
  const { reconciliationId, added, items, open } = await reading.execute(order);
  return {
    json: { reconciliation_id: reconciliationId, provider, date, lines_added: added, items, open },
    text: [
      `${added} new lines. ${open} differences are open.`,
      ...Object.entries(items).map(([status, count]) => `${status}  ${count}`),
    ].join('\n'),
  };
}
