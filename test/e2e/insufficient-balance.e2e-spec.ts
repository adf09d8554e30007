import { randomUUID } from 'node:crypto';
import { type Answer, type TestOperator, useService } from '../support';
import { Payouts } from '../support/payouts';
import { openBook } from '../support/two-operators-bench';
import { WalletBench } from '../support/wallet-bench';

const service = useService({ worker: true });
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  ana = await service.operator({ role: 'treasurer' });
  bia = await service.operator({ role: 'treasurer' });
});

const shown = ({ status, body }: Answer): unknown => [status, body.error, body.details];
const short = (message: string): unknown => [
  422,
  'INSUFFICIENT_BALANCE',
  [{ field: 'amount', code: 'insufficient_balance', message }],
];

describe('INSUFFICIENT_BALANCE says what there is and what is missing, in cents', () => {
  it('of a withdrawal: what the owner owes and the fee count', async () => {
    const payouts = await Payouts.open(service, 1_000);
    await payouts.destination();
    await payouts.agree({ withdrawal: [{ method: 'pix', fixed: 50 }] });
    await payouts.bench.move(payouts.seller, 'debt', -100);
    expect(shown(await payouts.ask({ amount: 875 }))).toEqual(
      short('needs 25 cents more than the 900 cents that are withdrawable, the fee of 50 cents included'),
    );
    await payouts.asked({ amount: 850 });
    expect(shown(await payouts.ask({ amount: undefined }))).toEqual(
      short('needs 51 cents more than the 0 cents that are withdrawable, the fee of 50 cents included'),
    );
  });

  it('of a transfer: of the own wallet alone', async () => {
    const bench = await WalletBench.open(service);
    const seller = await bench.activeSeller();
    await bench.move(bench.merchant.id, 'available', 1_000);
    await bench.move(seller, 'available', 7_777);
    const answer = await bench.merchant.client.post(
      `/v1/wallets/${bench.merchant.id}/transfers`,
      { to_wallet_id: seller, amount: 1_200 },
      { 'idempotency-key': randomUUID() },
    );
    expect(shown(answer)).toEqual(short('needs 200 cents more than the 1000 cents that are withdrawable'));
  });

  it('of a hold', async () => {
    const bench = await WalletBench.open(service);
    await bench.move(bench.merchant.id, 'available', 1_000);
    const body = { amount: 1_200, reason: 'Ordem judicial.' };
    const answer = await ana.client.post(`/v1/review/wallets/${bench.merchant.id}/holds`, body);
    expect(shown(answer)).toEqual(short('needs 200 cents more than the 1000 cents that are available'));
  });

  it('of an adjustment, when it is asked for and when it is carried out', async () => {
    const book = await openBook(service);
    const taken = { debit: 'available', credit: 'suspense', amount: 700 };
    expect(shown(await book.adjust(ana, taken))).toEqual(
      short('needs 700 cents more than the 0 cents that are available'),
    );
    await book.bench.move(book.id, 'available', 700);
    expect((await book.adjust(ana, taken)).status).toBe(202);
    await book.bench.move(book.id, 'available', -300);
    expect(shown(await book.adjust(bia, taken))).toEqual(
      short('needs 300 cents more than the 400 cents that are available'),
    );
  });

  it('of the reversal of a transfer: of the wallet that it went to', async () => {
    const book = await openBook(service);
    const seller = await book.bench.activeSeller();
    await book.bench.move(book.id, 'available', 1_000);
    const { body } = await book.bench.merchant.client.post(
      `/v1/wallets/${book.id}/transfers`,
      { to_wallet_id: seller, amount: 1_000 },
      { 'idempotency-key': randomUUID() },
    );
    await book.bench.move(seller, 'available', -900);
    const transaction = await book.find(`transfer:${body.data.id}`);
    expect(shown(await book.reverse(ana, transaction))).toEqual(
      short(`needs 900 cents more than the 100 cents that are available in the wallet ${seller}`),
    );
  });
});
