import { randomUUID } from 'node:crypto';
import {
  type Answer,
  eventually,
  type JsonBody,
  startService,
  type TestOperator,
  type TestService,
} from '../support';
import { Disputing } from '../support/disputes';
import { limits } from '../support/payouts';
import { spoil } from '../support/sandbox';

let app: TestService;
let ana: TestOperator;
let bia: TestOperator;
let at: Disputing;

beforeAll(async () => {
  app = await startService({ worker: true });
  ana = await app.operator({ role: 'admin' });
  bia = await app.operator({ role: 'treasurer' });
});
beforeEach(async () => {
  at = await Disputing.begin(app);
  await at.earns(10_000);
});
afterAll(() => app.stop());

const keyed = () => ({ 'idempotency-key': randomUUID() });

function done({ status, body }: Answer, ...expected: number[]): JsonBody {
  expect(expected).toContain(status);
  return body?.data;
}

/** `reference direction amount` of the entries of a kind on an account, the oldest first. */
async function entriesOf(kind: string, account = 'available', wallet = at.merchant.id): Promise<string[]> {
  const path = `/v1/wallets/${wallet}/entries?account=${account}&kind=${kind}&limit=100`;
  const { data, pagination } = (await at.client.get(path)).body;
  expect(pagination.total).toBe(data.length);
  expect(data.every((entry: JsonBody) => entry.kind === kind && entry.account === account)).toBe(true);
  return data
    .map(({ reference, direction, amount }: JsonBody) => `${reference} ${direction} ${amount}`)
    .reverse();
}

/** Both accounts show what was taken from one into the other and went back, under this kind and no other one. */
async function expectReleased(
  kind: string,
  other: string,
  [taken, released]: readonly [string, string],
  amount: number,
): Promise<void> {
  await eventually(async () => {
    expect(await entriesOf(kind)).toEqual([`${taken} debit ${amount}`, `${released} credit ${amount}`]);
    expect(await entriesOf(kind, other)).toEqual([
      `${taken} credit ${amount}`,
      `${released} debit ${amount}`,
    ]);
  });
  expect(await entriesOf('reversal')).toEqual([]);
  expect(await entriesOf('reversal', other)).toEqual([]);
  expect(await at.balances()).toMatchObject({ available: 10_000, [other]: 0 });
}

async function transactionOf(reference: string): Promise<string> {
  const path = `/v1/review/books/${at.merchant.id}/transactions?limit=100`;
  const { data } = (await ana.client.get(path)).body;
  return (data as JsonBody[]).find((one) => one.reference === reference)?.id as string;
}

/** The reference of the reversal that two operators ask for. */
async function reversed(reference: string): Promise<string> {
  const path = `/v1/review/books/${at.merchant.id}/transactions/${await transactionOf(reference)}/reverse`;
  done(await ana.client.post(path, { reason: 'Engano.' }), 202);
  return done(await bia.client.post(path, { reason: 'Engano.' }), 200).reference as string;
}

describe('What releases carries the kind of what it releases (money contract §12, Entries)', () => {
  it('a hold', async () => {
    const holds = `/v1/review/wallets/${at.merchant.id}/holds`;
    const { id } = done(await bia.client.post(holds, { amount: 4_000, reason: 'Ordem judicial.' }), 201);
    done(await bia.client.delete(`${holds}/${id}`), 204);
    await expectReleased('hold', 'blocked', [`hold:${id}`, `hold:${id}:released`], 4_000);
  });

  it('a refund that failed', async () => {
    const charge = await at.paidCard({ amount: 3_000 }, 1);
    await at.settle(45);
    await spoil(app, 'refund', 'refused');
    const { id } = done(await at.client.post(`/v1/charges/${charge}/refund`), 201, 202);
    await eventually(async () => {
      const { body } = await at.client.get(`/v1/charges/${charge}/refunds/${id}`);
      expect(body.data.status).toBe('failed');
    });
    // What was left is taken back by its payer.
    await at.opened(charge);
    await expectReleased('refund', 'in_transit', [`refund:${id}:held`, `refund:${id}:released`], 3_000);
  });

  it('a withdrawal that was cancelled', async () => {
    const terms = { merchant_id: at.merchant.id, ...limits({ review_above: 100 }) };
    done(await ana.client.post('/v1/review/terms', terms), 201);
    const destinations = `/v1/wallets/${at.merchant.id}/destinations`;
    const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
    const destination = done(await at.client.post(destinations, key), 201);
    await eventually(async () => {
      expect((await at.client.get(`${destinations}/${destination.id}`)).body.data.status).toBe('active');
    });
    const { id, status } = done(await at.client.post('/v1/withdrawals', { amount: 2_500 }, keyed()), 201);
    expect(status).toBe('under_review');
    done(await at.client.post(`/v1/withdrawals/${id}/cancel`), 200);
    const references = [`withdrawal:${id}:held`, `withdrawal:${id}:released`] as const;
    await expectReleased('withdrawal', 'in_transit', references, 2_500);
  });

  it('the return of a pix that was won', async () => {
    const spent = await at.paidPix({ amount: 1_500 });
    const { id } = await at.opened(spent, 'pix_return');
    await at.decided(id, 'win');
    await at.client.post(`/v1/charges/${spent}/refund`);
    await expectReleased('dispute', 'blocked', [`dispute:${id}:blocked`, `dispute:${id}:released`], 1_500);
  });
});

describe('The kind reversal is an operator’s (money contract §12, Entries)', () => {
  it('of an adjustment, which keeps its own', async () => {
    const path = `/v1/review/wallets/${at.merchant.id}/adjustments`;
    const body = { debit: 'suspense', credit: 'available', amount: 700, reason: 'Acerto de caixa.' };
    done(await ana.client.post(path, body), 202);
    const { reference } = done(await bia.client.post(path, body), 200);
    const reversal = await reversed(reference as string);
    await eventually(async () => {
      expect(await entriesOf('adjustment')).toEqual([`${reference} credit 700`]);
      expect(await entriesOf('reversal')).toEqual([`${reversal} debit 700`]);
    });
  });

  it('of a transfer, on both of its wallets', async () => {
    const transfers = `/v1/wallets/${at.merchant.id}/transfers`;
    const { id } = done(
      await at.client.post(transfers, { to_wallet_id: at.seller, amount: 600 }, keyed()),
      201,
    );
    const reversal = await reversed(`transfer:${id}`);
    await eventually(async () => {
      expect(await entriesOf('transfer')).toEqual([`transfer:${id} debit 600`]);
      expect(await entriesOf('reversal')).toEqual([`${reversal} credit 600`]);
      expect(await entriesOf('transfer', 'available', at.seller)).toEqual([`transfer:${id} credit 600`]);
      expect(await entriesOf('reversal', 'available', at.seller)).toEqual([`${reversal} debit 600`]);
    });
  });

  it('of a hold that operators reverse, and do not release', async () => {
    const holds = `/v1/review/wallets/${at.merchant.id}/holds`;
    const { id } = done(await bia.client.post(holds, { amount: 900, reason: 'Ordem judicial.' }), 201);
    const reversal = await reversed(`hold:${id}`);
    await eventually(async () => {
      expect(await entriesOf('hold')).toEqual([`hold:${id} debit 900`]);
      expect(await entriesOf('hold', 'blocked')).toEqual([`hold:${id} credit 900`]);
      expect(await entriesOf('reversal')).toEqual([`${reversal} credit 900`]);
      expect(await entriesOf('reversal', 'blocked')).toEqual([`${reversal} debit 900`]);
    });
  });
});
