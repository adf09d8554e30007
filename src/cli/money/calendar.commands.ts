import type { Command } from 'commander';
import { CLI_ACTOR } from '../../common/audit';
import { BankCalendarReader, ChangeBankCalendarUseCase } from '../../terms';
import { dayOf, wholeNumber } from '../arguments';
import { type Answer, type Run, table } from '../command';
import type { Session } from '../session';

interface Options {
  json?: boolean;
}

export function addCalendarCommands(calendar: Command, run: Run): void {
  const command = (name: string, description: string): Command =>
    calendar.command(name).description(description).option('--json', 'one JSON object on standard output');
  command('show', 'The bank holidays of a year: no money is settled on these days.')
    .argument('<year>', 'e.g. 2027', wholeNumber)
    .action((year: number, options: Options) => run(options.json, (session) => show(session, year)));
  command('add', 'Makes a day a bank holiday. Dates that were computed before stay.')
    .argument('<date>', 'YYYY-MM-DD', dayOf)
    .action((day: string, options: Options) => run(options.json, (session) => change(session, day, true)));
  command(
    'remove',
    'Makes a bank holiday a day on which money is settled. Dates that were computed before stay.',
  )
    .argument('<date>', 'YYYY-MM-DD', dayOf)
    .action((day: string, options: Options) => run(options.json, (session) => change(session, day, false)));
}

async function show(session: Session, year: number): Promise<Answer> {
  const { holidays, added, removed } = await (await session.service(BankCalendarReader)).getYear(year);
  const rows = [
    ...holidays.map((day) => [day, added.includes(day) ? 'added' : '']),
    ...removed.map((day) => [day, 'removed']),
  ];
  return {
    json: { year, holidays, added, removed },
    text: table(
      ['holiday', ''],
      rows.sort(([one = ''], [other = '']) => one.localeCompare(other)),
    ),
  };
}

async function change(session: Session, day: string, isHoliday: boolean): Promise<Answer> {
  await (await session.service(ChangeBankCalendarUseCase)).execute(day, isHoliday, CLI_ACTOR);
  return {
    json: { day, is_holiday: isHoliday },
    text: isHoliday ? `${day} is a bank holiday.` : `${day} is no bank holiday.`,
  };
}
