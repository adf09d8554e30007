import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { accountId, bookAccount, boundsOf, isAuthorised, walletAccount } from './accounts.rules';
import { type Line, type NewTransaction, sameLines, toRow } from './posting.rules';

const MERCHANT = '019aa5f0-0000-7000-8000-000000000001';
const WALLET = '019aa5f0-0000-7000-8000-000000000002';
const ID = '019aa5f0-0000-7000-8000-000000000003';
const available = walletAccount(WALLET, 'available');
const debt = walletAccount(WALLET, 'debt');
const clearing = bookAccount('clearing:sandbox');

const transaction = (...lines: readonly Line[]): NewTransaction => ({
  merchantId: MERCHANT,
  reference: 'charge:1:captured',
  kind: 'capture',
  resource: { type: 'charge', id: ID },
  occurredAt: new Date(0),
  lines,
});
const line = (account: Line['account'], amountCents: number): Line => ({ account, amountCents });

describe('accounts', () => {
  it('have an id that is made of what they are, and no two the same', () => {
    const accounts = [available, debt, clearing, bookAccount('cash:sandbox'), walletAccount(ID, 'available')];
    const ids = accounts.map((account) => accountId(MERCHANT, account));
    expect(new Set([...ids, ...accounts.map((account) => accountId(ID, account))]).size).toBe(10);
    expect(ids).toEqual(accounts.map((account) => accountId(MERCHANT.toUpperCase(), account)));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('have the ids that stand in the books already', () => {
    // A change here would open every account a second time.
    expect(accountId(MERCHANT, available)).toBe('d9a01fdb-e237-8c00-a3fb-b37fe7f12c2d');
    expect(accountId(MERCHANT, clearing)).toBe('00189729-b027-8968-b8ff-8b232af7a9c1');
  });

  it.each([
    [available, -1, true],
    [available, 1, false],
    [debt, 1, true],
    [debt, -1, false],
    [clearing, -1, false],
    [clearing, 1, false],
  ])('%j moved by %i must be allowed: %s', (account, cents, expected) => {
    expect(isAuthorised(account, cents)).toBe(expected);
  });

  it('have one bound at most', () => {
    expect([available, debt, clearing].map(boundsOf)).toEqual([
      { minCents: 0, maxCents: null },
      { minCents: null, maxCents: 0 },
      { minCents: null, maxCents: null },
    ]);
  });
});

describe('a transaction', () => {
  it.each<[string, readonly Line[], RegExp]>([
    ['of one line', [line(available, 5)], /2 to 500 lines/],
    ['of 501 lines', Array.from({ length: 501 }, () => line(available, 5)), /2 to 500 lines/],
    ['that does not sum to 0', [line(available, 5), line(clearing, -4)], /sum to 1, not to 0/],
    ['with a line of nothing', [line(available, 0), line(clearing, 0)], /a line of 0 cents/],
    ['with half a cent', [line(available, 0.5), line(clearing, -0.5)], /a line of 0.5 cents/],
    ['with no number', [line(available, NaN), line(clearing, NaN)], /a line of NaN cents/],
    [
      'with more than any bank has',
      [line(available, 1_000_000_000_000_001), line(clearing, -1_000_000_000_000_001)],
      /a line of 1000000000000001 cents/,
    ],
    [
      'with two lines on an account',
      [line(available, 5), line(available, 5), line(clearing, -10)],
      /two lines on one account/,
    ],
  ])('%s is refused', (_what, lines, message) => {
    expect(() => toRow(ID, transaction(...lines))).toThrow(message);
  });

  it('is the same row in whatever order its lines come, sorted by account and still in balance', () => {
    const names = ['available', 'waiting_funds', 'in_transit', 'blocked', 'reserve', 'debt'] as const;
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.infiniteStream(fc.nat()), (cents, order) => {
        const parts = cents.map((amount, at) => line(walletAccount(WALLET, names[at] ?? 'debt'), amount));
        const lines = [...parts, line(clearing, -cents.reduce((sum, amount) => sum + amount, 0))];
        const keys = new Map(lines.map((one) => [one, order.next().value as number]));
        const shuffled = [...lines].sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
        const [row, other] = [toRow(ID, transaction(...lines)), toRow(ID, transaction(...shuffled))];
        strictEqual(sameLines(row, other), true);
        deepStrictEqual([...row.accountIds].sort(), row.accountIds);
        strictEqual(
          row.amountsCents.reduce((sum, amount) => sum + amount, 0),
          0,
        );
        const changed = { ...other, amountsCents: other.amountsCents.map((amount) => amount * 2) };
        strictEqual(sameLines(row, changed), false);
        strictEqual(sameLines(row, { ...other, reversesId: ID }), false);
      }),
    );
  });

  it('knows which accounts must allow it', () => {
    const { authorised } = toRow(ID, transaction(line(available, -5), line(debt, 4), line(clearing, 1)));
    expect([...authorised.keys()].sort()).toEqual(
      [accountId(MERCHANT, available), accountId(MERCHANT, debt)].sort(),
    );
  });
});
