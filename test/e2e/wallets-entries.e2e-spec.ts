import type { JsonBody } from '../support';
import { useService } from '../support';
import { breaksRule } from '../support/books';
import { Dice } from '../support/dice';
import { LedgerTime } from '../support/ledger-time';
import { WalletBench } from '../support/wallet-bench';

breaksRule(
  'no transaction of a refund, a settlement, a reserve or a recovery is without its cause',
  'entries of every kind are posted by hand',
);
const service = useService();
let time: LedgerTime;
let bench: WalletBench;

interface Known {
  readonly seq: number;
  readonly kind: string;
  readonly amount: number;
  readonly balance: number;
  readonly at: string;
}

const KINDS = ['capture', 'refund', 'withdrawal', 'transfer'] as const;
/** Moments around the ends of days, here and in America/Sao_Paulo, and in the middle of an hour. */
const MOMENTS = [
  '2026-03-01T02:59:59.999Z',
  '2026-03-01T03:00:00.000Z',
  '2026-03-01T12:34:56.000Z',
  '2026-03-01T12:50:00.000Z',
  '2026-03-01T23:59:59.999Z',
  '2026-03-02T00:00:00.000Z',
  '2026-03-02T02:59:59.999Z',
  '2026-03-02T03:00:00.000Z',
  '2026-03-05T10:00:00.000Z',
];
const known: Known[] = [];

beforeAll(async () => {
  time = await LedgerTime.install(service.dataSource);
  bench = await WalletBench.open(service);
  const dice = new Dice(20260301);
  let balance = 0;
  for (const at of MOMENTS) {
    await time.set(at);
    for (let each = 0; each < 12; each += 1) {
      const kind = dice.pick(KINDS);
      const amount = balance > 1_000 && dice.below(2) === 0 ? -dice.between(1, 900) : dice.between(1, 2_000);
      await bench.move(bench.merchant.id, 'available', amount, { kind });
      await bench.drain();
      balance += amount;
      known.push({ seq: known.length + 1, kind, amount, balance, at });
    }
  }
});

const get = (query: string): Promise<JsonBody> =>
  bench.merchant.client.get(`/v1/wallets/${bench.merchant.id}/entries?${query}`);
const shown = (body: JsonBody): unknown[] =>
  (body.data as JsonBody[]).map(
    ({ seq, kind, amount, direction, balance_after: balance, posted_at: at }) => ({
      seq,
      kind,
      amount: direction === 'credit' ? amount : -amount,
      balance,
      at,
    }),
  );

const FILTERS: readonly (readonly [string, (entry: Known) => boolean])[] = [
  ['', () => true],
  ['kind=refund', ({ kind }) => kind === 'refund'],
  ['kind=reversal', () => false],
  ['direction=debit', ({ amount }) => amount < 0],
  ['kind=capture&direction=credit', ({ kind, amount }) => kind === 'capture' && amount > 0],
  ['date_from=2026-03-02', ({ at }) => at >= '2026-03-02T00:00'],
  ['date_to=2026-03-01', ({ at }) => at < '2026-03-02T00:00'],
  [
    'date_from=2026-03-01&date_to=2026-03-01&time_zone=America/Sao_Paulo',
    ({ at }) => at >= '2026-03-01T03:00' && at < '2026-03-02T03:00',
  ],
  [
    'date_from=2026-03-01&date_to=2026-03-02&kind=withdrawal',
    ({ at, kind }) => at < '2026-03-03' && kind === 'withdrawal',
  ],
  ['date_from=2026-03-02&direction=credit', ({ at, amount }) => at >= '2026-03-02T00:00' && amount > 0],
  ['date_from=2026-03-03&date_to=2026-03-04', () => false],
  ['date_from=2027-01-01', () => false],
];

describe('GET /v1/wallets/{id}/entries (money contract §12)', () => {
  it('shows an entry as the contract has it', async () => {
    const { body } = await get('limit=1');
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        seq: known.length,
        account: 'available',
        kind: known.at(-1)?.kind,
        direction: expect.any(String),
        amount: Math.abs(known.at(-1)?.amount ?? 0),
        balance_after: known.at(-1)?.balance,
        reference: expect.stringMatching(/^test:/),
        resource: { type: 'charge', id: expect.any(String) },
        description: null,
        effective_date: expect.any(String),
        occurred_at: expect.any(String),
        posted_at: MOMENTS.at(-1),
      },
    ]);
  });

  it.each(FILTERS)('%s: every page has what it should, and the exact total', async (filter, isWanted) => {
    const wanted = known.filter(isWanted).reverse();
    for (const limit of [7, 100]) {
      const pages = Math.ceil(wanted.length / limit);
      for (let page = 1; page <= pages + 1; page += 1) {
        const { status, body } = await get(`${filter}&page=${page}&limit=${limit}`);
        expect([status, body.pagination]).toEqual([
          200,
          { page, limit, total: wanted.length, totalPages: pages },
        ]);
        expect(shown(body)).toEqual(wanted.slice((page - 1) * limit, page * limit));
      }
    }
  });

  it.each(FILTERS)('%s: a walk sees each of them once', async (filter, isWanted) => {
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: JsonBody = await get(`${filter}&limit=5&cursor=${cursor}`);
      seen.push(...shown(body));
      cursor = body.pagination.next_cursor as string | null;
    }
    expect(seen).toEqual(known.filter(isWanted).reverse());
  });

  it('a walk does not see what comes after its start; debts have their own sign', async () => {
    const { merchant } = bench;
    await bench.move(merchant.id, 'debt', -500);
    await bench.move(merchant.id, 'debt', -70);
    await bench.drain();
    const { body } = await get('account=debt&limit=1&cursor=');
    expect(body.data).toMatchObject([
      { account: 'debt', direction: 'debit', amount: 70, balance_after: -570 },
    ]);
    await bench.move(merchant.id, 'debt', 570);
    const rest = await get(`account=debt&limit=5&cursor=${body.pagination.next_cursor}`);
    expect(rest.body.data).toMatchObject([{ amount: 500, balance_after: -500 }]);
    expect(rest.body.pagination).toMatchObject({ total: 3, next_cursor: null });
  });

  it('refuses what it does not know, and shows nothing of others', async () => {
    for (const query of ['account=losses', 'kind=bonus', 'direction=up', 'cursor=made-up', 'page=2&cursor='])
      expect((await get(query)).status).toBe(422);
    // A cursor is of the account that it was given out for.
    const { body } = await get('limit=1&cursor=');
    expect((await get(`account=debt&cursor=${body.pagination.next_cursor}`)).status).toBe(422);
    const other = await service.merchant();
    const period = 'date_from=2026-03-01&date_to=2026-03-03';
    for (const path of ['entries', `statement?${period}`, `statement.csv?${period}`, 'transfers']) {
      const url = `/v1/wallets/${bench.merchant.id}/${path}`;
      expect([path, (await other.client.get(url)).status]).toEqual([path, 404]);
      expect([path, (await bench.merchant.client.get(url)).status]).toEqual([path, 200]);
    }
  });
});

describe('statements (money contract §12)', () => {
  const statement = (query: string, path = 'statement') =>
    bench.merchant.client.get(`/v1/wallets/${bench.merchant.id}/${path}?${query}`);

  it('opens with what was there, closes with what is, by kind and by day of America/Sao_Paulo', async () => {
    const { status, body } = await statement('date_from=2026-03-01&date_to=2026-03-03');
    expect(status).toBe(200);
    const first = known.filter(({ at }) => at < '2026-03-01T03:00').at(-1)?.balance ?? 0;
    const within = known.filter(({ at }) => at >= '2026-03-01T03:00' && at < '2026-03-04T03:00');
    const sums = (entries: readonly Known[]) => ({
      count: entries.length,
      credits: entries.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
      debits: entries.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0),
    });
    const on = (date: string) =>
      within.filter(({ at }) => new Date(Date.parse(at) - 3 * 3_600_000).toISOString().startsWith(date));
    let opening = first;
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => {
      const closing = on(date).at(-1)?.balance ?? opening;
      const day = { date, opening, closing, ...sums(on(date)) };
      opening = closing;
      return day;
    });
    expect(body.data).toEqual({
      opening_balance: first,
      closing_balance: within.at(-1)?.balance,
      totals: [...KINDS]
        .sort()
        .map((kind) => ({ kind, ...sums(within.filter((entry) => entry.kind === kind)) }))
        .filter(({ count }) => count > 0),
      days,
    });
  });

  it('are of any account of the wallet, with its own sign; of an account of the book there is none', async () => {
    const owing = await WalletBench.open(service);
    await owing.move(owing.merchant.id, 'debt', -500);
    await owing.move(owing.merchant.id, 'debt', 200, { kind: 'recovery' });
    await owing.move(owing.merchant.id, 'available', 300);
    const { client } = await service.operator({ role: 'treasurer' });
    const held = { amount: 300, reason: 'Under investigation.' };
    expect((await client.post(`/v1/review/wallets/${owing.merchant.id}/holds`, held)).status).toBe(201);
    await owing.drain();
    const date = '2026-03-05';
    const of = async (account: string) =>
      owing.merchant.client.get(
        `/v1/wallets/${owing.merchant.id}/statement?date_from=${date}&date_to=${date}&account=${account}`,
      );
    expect((await of('debt')).body.data).toEqual({
      opening_balance: 0,
      closing_balance: -300,
      totals: [
        { kind: 'capture', count: 1, credits: 0, debits: 500 },
        { kind: 'recovery', count: 1, credits: 200, debits: 0 },
      ],
      days: [{ date, opening: 0, credits: 200, debits: 500, closing: -300, count: 2 }],
    });
    expect((await of('blocked')).body.data).toEqual({
      opening_balance: 0,
      closing_balance: 300,
      totals: [{ kind: 'hold', count: 1, credits: 300, debits: 0 }],
      days: [{ date, opening: 0, credits: 300, debits: 0, closing: 300, count: 1 }],
    });
    const refused = await of('losses');
    expect([refused.status, refused.body.details[0].field]).toEqual([422, 'account']);
  });

  it('as CSV has the same entries, oldest first', async () => {
    const { status, headers, text } = await statement(
      'date_from=2026-03-01&date_to=2026-03-03',
      'statement.csv',
    );
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    const [header, ...lines] = text.split('\r\n');
    expect(header).toBe(
      'seq,posted_at,effective_date,kind,direction,amount,balance_after,reference,resource_type,resource_id,description',
    );
    const within = known.filter(({ at }) => at >= '2026-03-01T03:00' && at < '2026-03-04T03:00');
    expect(lines.pop()).toBe('');
    expect(
      lines.map((line) => {
        const [seq, at, , kind, direction, amount, balance] = line.split(',');
        return [seq, at, kind, direction, amount, balance].join(' ');
      }),
    ).toEqual(
      within.map(({ seq, at, kind, amount, balance }) =>
        [
          seq,
          at,
          kind,
          amount > 0 ? 'credit' : 'debit',
          (Math.abs(amount) / 100).toFixed(2),
          (balance / 100).toFixed(2),
        ].join(' '),
      ),
    );
  });

  it.each([
    ['', 'date_from'],
    ['date_from=2026-03-01', 'date_to'],
    ['date_from=2026-03-02&date_to=2026-03-01', 'date_from'],
    ['date_from=2026-01-01&date_to=2027-01-02', 'date_to'],
  ])('%s is refused: %s', async (query, field) => {
    for (const path of ['statement', 'statement.csv']) {
      const { status, body } = await statement(query, path);
      expect([status, body.details[0].field]).toEqual([422, field]);
    }
    expect((await statement('date_from=2026-01-01&date_to=2027-01-01')).status).toBe(200);
    const { details } = (await statement('date_from=2026-01-01&date_to=2027-01-02')).body;
    expect(details[0].message).toBe('must be one of the 366 days that begin with date_from');
  });

  it('above 1,000,000 lines there is no file', async () => {
    const crowd = await WalletBench.open(service);
    await time.set('2026-03-06T00:00:00Z');
    await crowd.move(crowd.merchant.id, 'available', 100);
    await crowd.drain();
    const path = `/v1/wallets/${crowd.merchant.id}/statement.csv?date_from=2026-03-01&date_to=2026-03-31`;
    expect((await crowd.merchant.client.get(path)).status).toBe(200);
    const count = (entries: number) =>
      service.dataSource.query(
        `UPDATE ledger_hours SET entries = $2 WHERE merchant_id = $1 AND kind = 'capture'`,
        [crowd.merchant.id, entries],
      );
    await count(1_000_001);
    const { status, body } = await crowd.merchant.client.get(path);
    expect([status, body.error]).toEqual([422, 'STATEMENT_TOO_LARGE']);
    await count(1);
  });
});
