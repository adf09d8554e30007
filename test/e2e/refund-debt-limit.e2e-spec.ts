import { type JsonBody, type TestMerchant } from '../support';
import { boletoBody, Charging } from '../support/charges';
import { referenceOf, TwoProviders } from '../support/two-providers';

/** Check digits count in live mode. */
const PAYER = { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' };

let both: TwoProviders;
let live: TestMerchant;

beforeAll(async () => {
  both = await TwoProviders.start();
  live = await both.app.merchant({ mode: 'live' });
  const accountId = await both.account(live.id, 'live');
  const admin = await both.app.operator({ role: 'admin' });
  // Whatever is captured is the platform's: the wallet has nothing to give back.
  const terms = { merchant_id: live.id, processing: [{ payment_method: 'boleto', percentage: 100 }] };
  expect((await admin.client.post('/v1/review/terms', terms)).status).toBe(201);
  both.accountId = accountId;
});
afterAll(() => both.stop());

async function paidBoleto(amount: number): Promise<JsonBody> {
  const charging = new Charging(live.client);
  const charge = await charging.create(boletoBody({ amount, customer: PAYER }));
  await both.tell(both.bank.notification([{ boleto: referenceOf(charge), amount }]));
  return charging.until(charge.id as string, 'captured');
}

it('a live wallet owes for refunds up to its limit; above it nothing happens (money contract §§ 13 and 17)', async () => {
  const { id, version } = await paidBoleto(2_000_000);
  const refund = (body: object) => live.client.post(`/v1/charges/${id as string}/refund`, body);
  const refused = await refund({});
  expect([refused.status, refused.body.error, refused.body.details]).toEqual([
    422,
    'INSUFFICIENT_BALANCE',
    [{ field: 'split[0]', code: 'insufficient_balance', message: expect.any(String) }],
  ]);
  expect((await new Charging(live.client).read(id as string)).version).toBe(version);
  expect((await live.client.get(`/v1/charges/${id as string}/refunds`)).body.pagination.total).toBe(0);
  const taken = await refund({ amount: 1_000_000 });
  expect([taken.status, taken.body.data.sources]).toEqual([
    201,
    [{ wallet_id: live.id, from: 'debt', receivable_id: null, amount: 1_000_000 }],
  ]);
  expect((await refund({ amount: 1 })).body.error).toBe('INSUFFICIENT_BALANCE');
});
