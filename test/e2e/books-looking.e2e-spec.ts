import { randomUUID } from 'node:crypto';
import { type Answer, today, type TestOperator, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';

const service = useService();
let viewer: TestOperator;

beforeAll(async () => {
  viewer = await service.operator({ role: 'viewer' });
});

interface Listed {
  readonly id: string;
  readonly reference: string;
  readonly recorded_at: string;
}

const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const read = (merchantId: string, rest = ''): Promise<Answer> =>
  viewer.client.get(`/v1/review/books/${merchantId}${rest}`);
const listed = async (merchantId: string, query = ''): Promise<Listed[]> => {
  const { status, body } = await read(merchantId, `/transactions${query}`);
  expect(status).toBe(200);
  return body.data as Listed[];
};

describe('the book of a merchant (money contract §20)', () => {
  it('is what its accounts hold at the moment, what waits included, and sums to 0', async () => {
    const bench = await WalletBench.open(service);
    const { id } = bench.merchant;
    const seller = await bench.activeSeller();
    expect((await read(id)).body.data).toEqual({ accounts: [], as_of: expect.any(String) });
    await bench.move(id, 'available', 700);
    await bench.drain();
    await bench.move(seller, 'available', 300);
    await bench.move(seller, 'debt', -40, {}, 'fees:processing');
    await bench.move(seller, 'reserve', 5);
    await bench.move(seller, 'reserve', -5);
    const { status, body } = await read(id);
    const accounts = body.data.accounts as { account: string; wallet_id: string | null; balance: number }[];
    const ofWallets = [
      { account: 'available', wallet_id: id, balance: 700 },
      { account: 'debt', wallet_id: seller, balance: -40 },
      { account: 'available', wallet_id: seller, balance: 300 },
    ];
    expect([status, accounts]).toEqual([
      200,
      [
        { account: 'cash:bench', wallet_id: null, balance: -1_000 },
        { account: 'fees:processing', wallet_id: null, balance: 40 },
        ...ofWallets.sort(
          (left, right) =>
            left.wallet_id.localeCompare(right.wallet_id) || left.account.localeCompare(right.account),
        ),
      ],
    ]);
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(Math.abs(Date.parse(body.data.as_of as string) - Date.now())).toBeLessThan(60_000);
  });

  it('is a merchant’s alone', async () => {
    const bench = await WalletBench.open(service);
    const seller = await bench.activeSeller();
    for (const id of [seller, randomUUID(), 'x']) {
      expect(outcome(await read(id))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await read(id, '/transactions'))).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('transactions (money contract §20)', () => {
  it('are listed newest first, with exact totals, by kind and by days, page by page and in a walk', async () => {
    const bench = await WalletBench.open(service);
    const { id } = bench.merchant;
    const references: string[] = [];
    for (let at = 0; at < 25; at += 1) {
      const reference = `test:${at}`;
      await bench.move(id, 'available', at + 1, { reference, kind: at % 5 === 0 ? 'transfer' : 'capture' });
      references.unshift(reference);
    }
    const { body } = await read(id, '/transactions?limit=10&page=3');
    expect(body.pagination).toEqual({ page: 3, limit: 10, total: 25, totalPages: 3 });
    expect((body.data as Listed[]).map(({ reference }) => reference)).toEqual(references.slice(20));
    const transfers = await read(id, '/transactions?kind=transfer&limit=2&page=2');
    expect(transfers.body.pagination.total).toBe(5);
    expect((transfers.body.data as Listed[]).map(({ reference }) => reference)).toEqual([
      'test:10',
      'test:5',
    ]);
    const past = await read(id, '/transactions?page=9');
    expect([past.status, past.body.data, past.body.pagination.total]).toEqual([200, [], 25]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const piece: Answer = await read(id, `/transactions?limit=7&cursor=${cursor}`);
      walked.push(...(piece.body.data as Listed[]).map(({ reference }) => reference));
      expect(piece.body.pagination).toMatchObject({ page: 1, total: 25 });
      cursor = piece.body.pagination.next_cursor as string | null;
    }
    expect(walked).toEqual(references);
    expect(await listed(id, `?date_from=${today()}&limit=100`)).toHaveLength(25);
    expect(await listed(id, '?date_to=2020-01-01')).toEqual([]);
    for (const wrong of [
      '?kind=x',
      '?page=0',
      '?date_from=2026-02-01&date_to=2026-01-01',
      '?cursor=x',
      '?x=1',
    ])
      expect(outcome(await read(id, `/transactions${wrong}`))).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('are read with their lines, in their own book alone', async () => {
    const [bench, other] = [await WalletBench.open(service), await WalletBench.open(service)];
    const { id } = bench.merchant;
    const occurredAt = new Date('2026-03-01T02:30:00.000Z');
    await bench.move(id, 'available', 700, { reference: 'charge:1:captured', occurredAt });
    const [transaction] = await listed(id);
    const { body } = await read(id, `/transactions/${transaction?.id}`);
    expect(body.data).toEqual({
      ...{ id: transaction?.id, reference: 'charge:1:captured', kind: 'capture' },
      resource: { type: 'charge', id: expect.any(String) },
      lines: expect.arrayContaining([
        { account: 'available', wallet_id: id, amount: 700 },
        { account: 'cash:bench', wallet_id: null, amount: -700 },
      ]),
      ...{ description: null, reverses_id: null, reversed_by_id: null, is_reversible: false },
      // A day in America/Sao_Paulo.
      effective_date: '2026-02-28',
      occurred_at: occurredAt.toISOString(),
      recorded_at: expect.any(String),
    });
    expect(await listed(id)).toEqual([body.data]);
    expect(outcome(await read(other.merchant.id, `/transactions/${transaction?.id}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(outcome(await read(id, `/transactions/${randomUUID()}`))).toEqual([404, 'NOT_FOUND']);
  });
});
