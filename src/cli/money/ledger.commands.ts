import type { Command } from 'commander';
import { MerchantReader } from '../../auth';
import { Clock, DAY_MS } from '../../common';
import { addDays, startOfDay } from '../../common/calendar';
import { LedgerReader, ledgerInvariants, PostLinesUseCase } from '../../ledger';
import { dayOf, idOf } from '../arguments';
import { type Answer, type Run, table } from '../command';
import type { Session } from '../session';

interface Options {
  json?: boolean;
}

interface BalancesOptions extends Options {
  asOf?: string;
}

interface VerifyOptions extends Options {
  full?: boolean;
}

export function addLedgerCommands(ledger: Command, run: Run): void {
  const command = (name: string, description: string): Command =>
    ledger.command(name).description(description).option('--json', 'one JSON object on standard output');
  command('balances', "The accounts of a merchant's book; they sum to 0.")
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option('--as-of <date>', 'as it was at the end of this day in America/Sao_Paulo, YYYY-MM-DD', dayOf)
    .action((id: string, options: BalancesOptions) =>
      run(options.json, (session) => balances(session, id.toLowerCase(), options.asOf ?? null)),
    );
  command(
    'post',
    'Gives lines that wait their places in their accounts, as the worker does all the time.',
  ).action((options: Options) => run(options.json, post));
  command(
    'verify',
    'Reads the rules of the books by themselves, of the last day; fails with the rows that break one.',
  )
    .option('--full', 'of all days')
    .action((options: VerifyOptions) =>
      run(options.json, (session) => verify(session, options.full === true)),
    );
}

async function balances(session: Session, merchantId: string, day: string | null): Promise<Answer> {
  await (await session.service(MerchantReader)).get(merchantId);
  const before = day === null ? null : startOfDay(addDays(day, 1));
  const book = await (await session.service(LedgerReader)).getBook(merchantId, before);
  const accounts = book.balances.map(({ account, balanceCents }) => ({
    account: account.name,
    wallet_id: account.walletId,
    balance: balanceCents,
  }));
  return {
    json: { merchant_id: merchantId, accounts, as_of: (before ?? book.at).toISOString() },
    text: table(
      ['account', 'wallet', 'cents'],
      accounts.map(({ account, wallet_id, balance }) => [account, wallet_id ?? '', String(balance)]),
    ),
  };
}

async function post(session: Session): Promise<Answer> {
  const posting = await session.service(PostLinesUseCase);
  let posted = 0;
  for (let isMore = true; isMore;) {
    const round = await posting.execute();
    posted += round.posted;
    isMore = round.isMore;
  }
  return { json: { posted }, text: `${posted} lines got their places.` };
}

async function verify(session: Session, full: boolean): Promise<Answer> {
  const now = (await session.service(Clock)).now();
  const since = full ? null : new Date(now.getTime() - DAY_MS);
  const broken = await (await session.service(LedgerReader)).listBrokenRules(since, now);
  const { length: checked } = ledgerInvariants;
  return {
    json: { checked, since: since?.toISOString() ?? null, broken },
    text:
      broken.length === 0
        ? `All ${checked} rules of the books hold.`
        : broken.map(({ rule, count }) => `Broken ${count} times: ${rule}`).join('\n'),
    failed: broken.length > 0,
  };
}
