import { randomUUID } from 'node:crypto';
import { eventually, type TestMerchant, type TestService } from '../support';
import type { Bank } from '../support/bank';
import { boletoBody, Charging, pixBody } from '../support/charges';
import { referenceOf, TwoProviders } from '../support/two-providers';

let both: TwoProviders;
let app: TestService;
let bank: Bank;
let merchant: TestMerchant;
let charging: Charging;

beforeAll(async () => {
  both = await TwoProviders.start();
  ({ app, bank, merchant, charging } = both);
});
afterAll(() => both.stop());

describe('Two providers live side by side for one merchant', () => {
  it("its boletos come from its own account at the bank, its pix from the platform's sandbox", async () => {
    const boleto = await both.created();
    expect(boleto.payment_details.barcode).toMatch(/^001/);
    const asked = bank.requests.find(({ key }) => key === boleto.id);
    expect(asked).toMatchObject({
      kind: 'boletos',
      authorization: `Bearer ${bank.apiKey}`,
      body: {
        amountCents: 10_000,
        dueDate: boleto.payment_details.due_date,
        payer: { name: boleto.customer.name, email: boleto.customer.email, taxId: boleto.customer.tax_id },
      },
    });
    const pix = await charging.paidPix();
    expect(pix.status).toBe('captured');
    const rows = await app.dataSource.query<{ adapter: string }[]>(
      `SELECT a.adapter FROM charges c JOIN provider_accounts a ON a.id = c.provider_account_id
        WHERE c.id = ANY($1) ORDER BY 1`,
      [[boleto.id, pix.id]],
    );
    expect(rows).toEqual([{ adapter: 'bank' }, { adapter: 'sandbox' }]);
    // Nobody plays the payer at a bank.
    const played = await merchant.client.post(`/v1/sandbox/charges/${boleto.id}/pay`);
    expect([played.status, played.body.error]).toEqual([409, 'INVALID_STATE']);
  });

  it("another merchant's boletos stay with the platform's account", async () => {
    const other = new Charging((await app.merchant()).client);
    const boleto = await other.create(boletoBody());
    expect(boleto.payment_details.barcode).toMatch(/^988/);
  });

  it('a live merchant charges by what its own account serves, and by nothing else (contract §2)', async () => {
    const live = await app.merchant({ mode: 'live' });
    const before = await live.client.post('/v1/charges', boletoBody({ customer: PAYER }));
    expect([before.status, before.body.error]).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
    await both.account(live.id, 'live');
    await eventually(async () => {
      const answer = await live.client.post('/v1/charges', boletoBody({ customer: PAYER }));
      expect([answer.status, answer.body.data?.livemode]).toEqual([201, true]);
    });
    const pix = await live.client.post('/v1/charges', pixBody({ customer: PAYER }));
    expect([pix.status, pix.body.error]).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
  });
});

describe('Outcomes: done, refused, and pending', () => {
  it('a refusal that may be repeated is asked for again as a new request: 202, then voided', async () => {
    const { id } = await both.created();
    bank.next.push({ kind: 'voids', status: 'refused' });
    const answer = await merchant.client.post(`/v1/charges/${id}/void`);
    expect([answer.status, answer.body.data.status]).toEqual([202, 'pending']);
    await charging.until(id, 'voided', 20_000);
    const [call] = await app.dataSource.query<
      { refusals: number; attempts: number; key: string; id: string }[]
    >('SELECT refusals, attempts, key, id FROM provider_calls WHERE subject_id = $1', [id]);
    expect(call).toMatchObject({ refusals: 1, attempts: 2 });
    expect(call?.key).not.toBe(call?.id);
  });

  it('one that it took and decides later is looked up until it did, and asked for once', async () => {
    const charge = await both.created();
    await both.tell(bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]));
    bank.next.push({ kind: 'refunds', status: 'pending' });
    const answer = await merchant.client.post(`/v1/charges/${charge.id}/refund`, { amount: 700 });
    expect([answer.status, answer.body.data.status]).toEqual([202, 'pending']);
    bank.finishPending();
    const path = `/v1/charges/${charge.id}/refunds/${answer.body.data.id as string}`;
    await eventually(
      async () => expect((await merchant.client.get(path)).body.data.status).toBe('succeeded'),
      20_000,
    );
    expect(
      bank.requests.filter(({ kind, body }) => kind === 'refunds' && body.reference === referenceOf(charge)),
    ).toHaveLength(1);
  });
});

describe('what nobody knows the outcome of', () => {
  it('one whose answer was lost is looked up before anything is asked again, and done once', async () => {
    const charge = await both.created();
    await both.tell(bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]));
    bank.next.push({ kind: 'refunds', status: 'silent' });
    const answer = await merchant.client.post(`/v1/charges/${charge.id}/refund`, { amount: 700 });
    expect([answer.status, answer.body.data.status]).toEqual([202, 'pending']);
    const path = `/v1/charges/${charge.id}/refunds/${answer.body.data.id as string}`;
    await eventually(
      async () => expect((await merchant.client.get(path)).body.data.status).toBe('succeeded'),
      40_000,
    );
    expect(
      bank.requests.filter(({ kind, body }) => kind === 'refunds' && body.reference === referenceOf(charge)),
    ).toHaveLength(1);
  });

  it('a payment that is notified again, under another name, gives nothing back', async () => {
    const charge = await both.created();
    const payment = { boleto: referenceOf(charge), amount: 10_000, payment_id: randomUUID() };
    await both.tell(bank.notification([payment]));
    expect((await charging.read(charge.id)).status).toBe('captured');
    expect((await both.tell(bank.notification([payment]))).status).toBe(204);
    const calls = await app.dataSource.query<unknown[]>(
      'SELECT kind FROM provider_calls WHERE subject_id = $1',
      [charge.id],
    );
    expect(calls).toEqual([]);
    expect(await charging.read(charge.id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
  });
});

/** Check digits count in live mode. */
const PAYER = { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' };
