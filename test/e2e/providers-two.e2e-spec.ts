import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'undici/types/header';
import { request } from 'undici';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { AdaptersService, AddProviderAccountUseCase } from '../../src/providers';
import { eventually, startService, type TestMerchant, type TestService } from '../support';
import { Bank, BankAdapter } from '../support/bank';
import { boletoBody, Charging, pixBody } from '../support/charges';

let app: TestService;
let bank: Bank;
let merchant: TestMerchant;
let charging: Charging;
let accountId: string;

beforeAll(async () => {
  bank = await Bank.open();
  app = await startService({ worker: true });
  for (const process of [app.api, app.worker])
    process?.get(AdaptersService, { strict: false }).register(new BankAdapter());
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  accountId = await account(merchant.id, 'test');
});
afterAll(async () => {
  await app.stop();
  await bank.close();
});

async function account(merchantId: string, mode: 'test' | 'live'): Promise<string> {
  const credentials = { url: bank.url, api_key: bank.apiKey, webhook_secret: bank.webhookSecret };
  const input = { merchantId, mode, adapter: 'bank', methods: ['boleto'], credentials } as const;
  const { id } = await app.api.get(AddProviderAccountUseCase, { strict: false }).execute(input, SYSTEM_ACTOR);
  return id;
}

/** What the bank sends to the address of an account, over HTTP. */
async function tell(
  { body, headers }: { body: string; headers: Record<string, string> },
  to: string = accountId,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: { error: string; message: string } }> {
  const url = `${app.url}/providers/${to}/notifications`;
  const answer = await request(url, { method: 'POST', headers, body });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text === '' ? '{}' : text) };
}

const referenceOf = (charge: { payment_details: { our_number: string } }) =>
  charge.payment_details.our_number;

async function storedNotifications(): Promise<number> {
  const rows = await app.dataSource.query<unknown[]>(
    'SELECT 1 FROM provider_notifications WHERE account_id = $1',
    [accountId],
  );
  return rows.length;
}

const created = () => charging.create(boletoBody());

describe('Two providers live side by side for one merchant', () => {
  it("its boletos come from its own account at the bank, its pix from the platform's sandbox", async () => {
    const boleto = await created();
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
    await account(live.id, 'live');
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
    const { id } = await created();
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
    const charge = await created();
    await tell(bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]));
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

describe('POST /providers/{account}/notifications', () => {
  it('a payment is taken once, however often it is told', async () => {
    const charge = await created();
    const before = await storedNotifications();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const answers = await Promise.all([tell(notification), tell(notification), tell(notification)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(answers[0].headers['x-ratelimit-limit']).toBeDefined();
    expect(await charging.read(charge.id)).toMatchObject({
      status: 'captured',
      version: 2,
      amount_captured: 10_000,
      payment_details: { paid_at: '2026-11-20T12:00:00.000Z' },
    });
    expect(await storedNotifications()).toBe(before + 1);
    const [stored] = await app.dataSource.query<{ body: Buffer }[]>(
      `SELECT body FROM provider_notifications WHERE notification_id = $1`,
      [(JSON.parse(notification.body) as { event_id: string }).event_id],
    );
    expect(stored?.body.toString('utf8')).toBe(notification.body);
  });

  it.each([
    ['a wrong signature', { headers: { 'x-bank-signature': 'f'.repeat(64) } }],
    ['no signature', { headers: {} }],
    ['another body under the signature', { body: '{"event_id":"x","paid":[]}' }],
    ['no JSON at all', { body: 'paid!' }],
  ])('%s: 401, and nothing is kept', async (_, changes) => {
    const charge = await created();
    const before = await storedNotifications();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const answer = await tell({ ...notification, ...(changes as Partial<typeof notification>) });
    expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
    expect(await storedNotifications()).toBe(before);
    expect((await charging.read(charge.id)).status).toBe('pending');
  });

  it('an account that there is not, and that of another provider, are refused in the same words', async () => {
    const charge = await created();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const [sandbox] = await app.dataSource.query<{ id: string }[]>(
      `SELECT id FROM provider_accounts WHERE adapter = 'sandbox'`,
    );
    const wrong = await tell({ ...notification, headers: {} });
    const words = { error: 'UNAUTHORIZED', message: wrong.body.message };
    for (const to of [randomUUID(), sandbox?.id ?? '']) {
      const answer = await tell(notification, to);
      expect([answer.status, answer.body]).toEqual([401, expect.objectContaining(words)]);
    }
    expect(wrong.status).toBe(401);
    expect((await charging.read(charge.id)).status).toBe('pending');
  });

  it('one that comes before we know the payment is taken when we do', async () => {
    const next = String(Number(referenceOf(await created())) + 1).padStart(20, '0');
    const early = await tell(bank.notification([{ boleto: next, amount: 10_000 }]));
    expect(early.status).toBe(204);
    const charge = await created();
    expect(referenceOf(charge)).toBe(next);
    await charging.until(charge.id, 'captured', 20_000);
  });

  it('a delivery that tells of several payments takes each of them', async () => {
    const [one, two] = [await created(), await created()];
    await tell(
      bank.notification([one, two].map((charge) => ({ boleto: referenceOf(charge), amount: 10_000 }))),
    );
    for (const { id } of [one, two]) expect((await charging.read(id)).status).toBe('captured');
  });

  it("the sandbox's come through the same door: its own signature opens it", async () => {
    const { id, payment_details: details } = await charging.create(pixBody());
    const [signing] = await app.dataSource.query<{ secret: string }[]>(
      'SELECT secret FROM sandbox_provider.signing_key',
    );
    const [sandbox] = await app.dataSource.query<{ id: string }[]>(
      `SELECT id FROM provider_accounts WHERE adapter = 'sandbox'`,
    );
    const body = JSON.stringify({
      id: randomUUID(),
      type: 'paid',
      reference: details.txid,
      amount: 10_000,
      end_to_end_id: 'E1',
      at: '2026-11-20T12:00:00.000Z',
    });
    const signature = createHmac('sha256', signing?.secret ?? '')
      .update(body)
      .digest('hex');
    const answer = await tell({ body, headers: { 'sandbox-signature': signature } }, sandbox?.id);
    expect(answer.status).toBe(204);
    expect(await charging.read(id)).toMatchObject({
      status: 'captured',
      payment_details: { end_to_end_id: 'E1' },
    });
  });
});

describe("Contract §6: a payment of another amount than the charge's is never taken as paid", () => {
  it.each([9_999, 10_001])(
    '%i cents of 10000: noted, shown, returned; and the right one is taken',
    async (amount) => {
      const charge = await created();
      const boleto = referenceOf(charge);
      const wrong = { boleto, amount, payment_id: randomUUID() };
      expect((await tell(bank.notification([wrong]))).status).toBe(204);
      // Told again under another name it is the same payment.
      expect((await tell(bank.notification([wrong]))).status).toBe(204);
      expect(await charging.read(charge.id)).toMatchObject({
        status: 'pending',
        version: 1,
        amount_captured: 0,
      });
      const operator = await app.operator();
      const read = async () =>
        (await operator.client.get(`/v1/review/charges/${charge.id as string}`)).body.data;
      await eventually(async () => {
        expect((await read()).provider_calls).toMatchObject([
          { kind: 'return', status: 'succeeded', amount, provider: 'bank' },
        ]);
      }, 20_000);
      const shown = await read();
      expect(shown.returned_payments).toEqual([
        expect.objectContaining({
          reason: 'other_amount',
          amount,
          payment_id: wrong.payment_id,
          provider_call_id: shown.provider_calls[0].id,
        }),
      ]);
      const asked = bank.requests.filter(({ kind, body }) => kind === 'refunds' && body.reference === boleto);
      expect(asked.map(({ body }) => body as unknown)).toEqual([
        { reference: boleto, amountCents: amount, paymentId: wrong.payment_id },
      ]);
      await tell(bank.notification([{ boleto, amount: 10_000 }]));
      expect(await charging.read(charge.id)).toMatchObject({ status: 'captured', amount_captured: 10_000 });
    },
  );
});

/** Check digits count in live mode. */
const PAYER = { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' };
