import { createHmac, randomUUID } from 'node:crypto';
import { eventually, type TestService } from '../support';
import type { Bank } from '../support/bank';
import { type Charging, pixBody } from '../support/charges';
import { referenceOf, TwoProviders } from '../support/two-providers';

let both: TwoProviders;
let app: TestService;
let bank: Bank;
let charging: Charging;

beforeAll(async () => {
  both = await TwoProviders.start();
  ({ app, bank, charging } = both);
});
afterAll(() => both.stop());

describe('POST /providers/{account}/notifications', () => {
  it('a payment is taken once, however often it is notified', async () => {
    const charge = await both.created();
    const before = await both.storedNotifications();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const answers = await Promise.all([
      both.tell(notification),
      both.tell(notification),
      both.tell(notification),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(answers[0].headers['x-ratelimit-limit']).toBeDefined();
    expect(await charging.read(charge.id)).toMatchObject({
      status: 'captured',
      version: 2,
      amount_captured: 10_000,
      payment_details: { paid_at: '2026-11-20T12:00:00.000Z' },
    });
    expect(await both.storedNotifications()).toBe(before + 1);
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
    const charge = await both.created();
    const before = await both.storedNotifications();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const answer = await both.tell({ ...notification, ...(changes as Partial<typeof notification>) });
    expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
    expect(await both.storedNotifications()).toBe(before);
    expect((await charging.read(charge.id)).status).toBe('pending');
  });

  it('an account that there is not, and that of another provider, are refused in the same words', async () => {
    const charge = await both.created();
    const notification = bank.notification([{ boleto: referenceOf(charge), amount: 10_000 }]);
    const [sandbox] = await app.dataSource.query<{ id: string }[]>(
      `SELECT id FROM provider_accounts WHERE adapter = 'sandbox'`,
    );
    const wrong = await both.tell({ ...notification, headers: {} });
    const words = { error: 'UNAUTHORIZED', message: wrong.body.message };
    for (const to of [randomUUID(), sandbox?.id ?? '']) {
      const answer = await both.tell(notification, to);
      expect([answer.status, answer.body]).toEqual([401, expect.objectContaining(words)]);
    }
    expect(wrong.status).toBe(401);
    expect((await charging.read(charge.id)).status).toBe('pending');
  });

  it('one that comes before we know the payment is taken when we do', async () => {
    const next = String(Number(referenceOf(await both.created())) + 1).padStart(20, '0');
    const early = await both.tell(bank.notification([{ boleto: next, amount: 10_000 }]));
    expect(early.status).toBe(204);
    const charge = await both.created();
    expect(referenceOf(charge)).toBe(next);
    await charging.until(charge.id, 'captured', 20_000);
  });

  it('a delivery that tells of several payments takes each of them', async () => {
    const [one, two] = [await both.created(), await both.created()];
    await both.tell(
      bank.notification([one, two].map((charge) => ({ boleto: referenceOf(charge), amount: 10_000 }))),
    );
    for (const { id } of [one, two]) expect((await charging.read(id)).status).toBe('captured');
  });

  it.each([0, -5, 1.5, 10_000_000_000, '10000', null])(
    'a payment of %p cents is no payment: kept, given up at once and counted; what came with it is taken',
    async (amount) => {
      const [one, two] = [await both.created(), await both.created()];
      const event = randomUUID();
      const payments = [
        { boleto: referenceOf(one), amount },
        { boleto: referenceOf(two), amount: 10_000 },
      ];
      const answer = await both.tell(
        bank.notification(payments as { boleto: string; amount: number }[], event),
      );
      expect(answer.status).toBe(204);
      const kept = await app.dataSource.query<{ status: string; attempts: number }[]>(
        'SELECT status, attempts FROM provider_notifications WHERE notification_id = $1',
        [event],
      );
      expect(kept).toEqual([{ status: 'abandoned', attempts: 1 }]);
      expect((await charging.read(one.id)).status).toBe('pending');
      expect((await charging.read(two.id)).status).toBe('captured');
      expect((await app.anonymous.get('/metrics')).text).toMatch(
        /repasse_provider_notifications_total\{outcome="abandoned"\} [1-9]/,
      );
    },
  );

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
    // As the sandbox, which tells of what it knows.
    await app.dataSource.query(
      `INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents)
       VALUES ($1, 'captured', 10000, 10000)`,
      [details.txid],
    );
    const answer = await both.tell({ body, headers: { 'sandbox-signature': signature } }, sandbox?.id);
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
      const charge = await both.created();
      const boleto = referenceOf(charge);
      const wrong = { boleto, amount, payment_id: randomUUID() };
      expect((await both.tell(bank.notification([wrong]))).status).toBe(204);
      // Told again under another name it is the same payment.
      expect((await both.tell(bank.notification([wrong]))).status).toBe(204);
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
      await both.tell(bank.notification([{ boleto, amount: 10_000 }]));
      expect(await charging.read(charge.id)).toMatchObject({ status: 'captured', amount_captured: 10_000 });
    },
  );
});
