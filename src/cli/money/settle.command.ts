import type { Command } from 'commander';
import { Clock } from '../../common';
import { localDay } from '../../common/calendar';
import { ReleaseReservesUseCase, SettleReceivablesUseCase } from '../../receivables';
import { dayOf } from '../arguments';
import { type Answer, type Run, UsageError } from '../command';
import type { Session } from '../session';

interface Options {
  json?: boolean;
  until?: string;
}

export function addSettleCommand(command: Command, run: Run): void {
  command
    .option('--until <date>', 'what is due up to this day, today at the latest; YYYY-MM-DD', dayOf)
    .option('--json', 'one JSON object on standard output')
    .action((options: Options) => run(options.json, (session) => settle(session, options.until)));
}

async function settle(session: Session, wanted: string | undefined): Promise<Answer> {
  const today = localDay((await session.service(Clock)).now());
  const until = wanted ?? today;
  if (until > today) throw new UsageError(`No money comes before its day: use ${today} or an earlier one.`);
  const due = { merchantId: null, until };
  const settled = await (await session.service(SettleReceivablesUseCase)).execute(due);
  const released = await (await session.service(ReleaseReservesUseCase)).execute(due);
  const { settlements, receivables, amountCents } = settled;
  return {
    json: { until, settlements, receivables, amount: amountCents, reserves_released: released },
    text: `${receivables} receivables in ${settlements} settlements, ${amountCents} cents; ${released} reserves released.`,
  };
}
