import { walletAccount, ledgerInvariants } from '../../../../src/ledger';
import { accountId } from '../../../../src/ledger/accounts.rules';
import type { BenchMerchant } from '../../support/installation';
import { daysAgo, timeAgo } from '../days';
import { LoadGenerator } from '../load';
import { compare } from '../rounds';
import type { Figure } from '../row';
import type { Form, Subject } from '../subject';
import { measureCsv } from './csv';
import { fillEntries } from './entries-seed';
import { type Ground, onGround } from './ground';

const SMALL = 1_000;
const LARGE = { whole: 5_000_000, quick: 20_000 };
const LIMIT = 20;
/** In the whole form rules read what the last days posted: all of it takes longer than to measure. */
const CHECKED_DAYS = 3;

interface Asked {
  readonly id: string;
  readonly what: string;
  readonly path: (total: number) => string;
  readonly atMost: number;
}

const page = (query: (total: number) => string) => (total: number) =>
  `/entries?limit=${LIMIT}&${query(total)}`;
const days = (): string =>
  `page=1&time_zone=America/Sao_Paulo&date_from=${daysAgo(120)}&date_to=${daysAgo(30)}`;

const QUESTIONS: readonly Asked[] = [
  { id: 'books-5.wallet', what: 'a wallet with its balances', path: () => '', atMost: 1.1 },
  { id: 'books-6.first-page', what: 'first page', path: page(() => 'page=1'), atMost: 1.5 },
  {
    id: 'books-6.last-page',
    what: 'last page',
    path: page((total) => `page=${Math.ceil(total / LIMIT)}`),
    atMost: 1.5,
  },
  {
    id: 'books-6.middle',
    what: 'a page in the middle',
    path: page((total) => `page=${Math.floor(total / 2 / LIMIT)}`),
    atMost: 1.5,
  },
  { id: 'books-6.rare', what: 'first page of a rare kind', path: page(() => 'kind=adjustment'), atMost: 1.5 },
  {
    id: 'books-6.filtered-middle',
    what: 'a page in the middle of all that left',
    path: page((total) => `direction=debit&page=${Math.floor(total / 20 / LIMIT)}`),
    atMost: 1.5,
  },
  {
    id: 'books-6.days',
    what: 'first page of three months, days of São Paulo',
    path: page(days),
    atMost: 1.5,
  },
];

async function measure(ground: Ground, form: Form): Promise<Figure[]> {
  const { installation } = ground;
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const [api] = installation.apis;
    const [small, large] = [await installation.merchant(), await installation.merchant()];
    const many = form.isQuick ? LARGE.quick : LARGE.whole;
    await fillEntries(ground, small.id, SMALL);
    await fillEntries(ground, large.id, many);
    await installation.query(
      'VACUUM (ANALYZE) ledger_transactions, ledger_entries, ledger_accounts, ledger_hours',
    );
    const timeOf = async (merchant: BenchMerchant, path: string): Promise<number> => {
      const wanted = { method: 'GET', path: `/v1/wallets/${merchant.id}${path}`, keys: merchant } as const;
      return (await load.run(api!, wanted, { connections: 1, seconds: form.seconds })).p50Ms;
    };
    const figures: Figure[] = [];
    for (const { id, what, path, atMost } of form.isQuick ? QUESTIONS.slice(0, 2) : QUESTIONS) {
      const named = {
        id,
        what: `${what}: ${many} entries in its account against ${SMALL}`,
        unit: 'ms at the median',
        reach: { atMost },
      };
      figures.push(
        await compare(named, form.rounds, {
          product: () => timeOf(large, path(many)),
          limit: () => timeOf(small, path(SMALL)),
        }),
      );
    }
    figures.push(await measureCsv(api!, large, form));
    for (const { path } of QUESTIONS.slice(1)) await assertExact(ground, large, path(many));
    const since = form.isQuick ? null : timeAgo(CHECKED_DAYS);
    await ground.assertRules(ledgerInvariants, since);
    return figures;
  } finally {
    await load.stop();
  }
}

/** What a page says that there is, is what is counted. */
async function assertExact({ installation }: Ground, merchant: BenchMerchant, path: string): Promise<void> {
  const { status, body, text } = await installation.apis[0]!.client(merchant).get(
    `/v1/wallets/${merchant.id}${path}`,
  );
  if (status !== 200) throw new Error(`${path}: ${text}`);
  const asked = new URLSearchParams(path.slice(path.indexOf('?')));
  const direction = asked.get('direction');
  const total = await installation.count(
    `ledger_entries WHERE merchant_id = $1 AND account_id = $2 AND ($3::text IS NULL OR kind = $3)
        AND ($4::boolean IS NULL OR is_credit = $4)
        AND ($5::date IS NULL OR posted_at >= $5::date::timestamp AT TIME ZONE 'America/Sao_Paulo')
        AND ($6::date IS NULL OR posted_at < ($6::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')`,
    [
      merchant.id,
      accountId(merchant.id, walletAccount(merchant.id, 'available')),
      asked.get('kind'),
      direction === null ? null : direction === 'credit',
      asked.get('date_from'),
      asked.get('date_to'),
    ],
  );
  if (body.pagination.total !== total || body.data.length === 0)
    throw new Error(`${path} says ${String(body.pagination.total)} of ${total}`);
}

export const entries: Subject = {
  id: 'books-5',
  also: ['books-6', 'books-8'],
  what: 'a wallet, its entries and its statement as a file, with five million entries in the account',
  isQuick: true,
  run: (site, form) => onGround(site, (ground) => measure(ground, form)),
};
