import { ProviderTimeoutService } from '../../src/providers';
import { eventually, Onboarding, useCharging } from '../support';
import { pixBody } from '../support/charges';
import { spoil, runNow, park } from '../support/sandbox';

const { app, merchant, charging } = useCharging({ worker: true });

const refund = (id: string, body: unknown = {}, headers = {}) =>
  merchant.client.post(`/v1/charges/${id}/refund`, body, headers);

describe('Contract §6, Refunds', () => {
  it('without an amount everything goes back: 201 with the refund, and the charge is refunded', async () => {
    const { id } = await charging.paidPix();
    const answer = await refund(id);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      charge_id: id,
      amount: 10_000,
      status: 'succeeded',
      reason: null,
      split: [{ recipient_id: merchant.id, amount: 10_000 }],
      sources: [{ wallet_id: merchant.id, from: 'available', receivable_id: null, amount: 10_000 }],
      created_at: expect.stringMatching(/Z$/),
    });
    const charge = await charging.read(id);
    expect(charge).toMatchObject({ status: 'refunded', amount_refunded: 10_000, version: 3 });
    expect(charge.refunded_at).not.toBeNull();
  });

  it('in parts: partially_refunded until the rest is refunded', async () => {
    const { id } = await charging.paidPix();
    await refund(id, { amount: 4_000, reason: 'Devolução' });
    expect(await charging.read(id)).toMatchObject({ status: 'partially_refunded', amount_refunded: 4_000 });
    await refund(id, { amount: 6_000 });
    expect(await charging.read(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 10_000,
      version: 4,
    });
  });

  it('its event carries the refund beside the charge', async () => {
    const { id } = await charging.paidPix();
    const answer = await refund(id, { amount: 1 });
    const rows = await app.dataSource.query<{ type: string; payload: string }[]>(
      'SELECT type, payload FROM outbox_events WHERE resource_id = $1 ORDER BY position DESC LIMIT 1',
      [id],
    );
    expect(rows[0]?.type).toBe('charge.partially_refunded');
    expect(JSON.parse(rows[0]?.payload ?? '')).toEqual({
      charge: await charging.read(id),
      refund: answer.body.data,
    });
  });

  it('two equal partial refunds are two refunds; the same Idempotency-Key is one', async () => {
    const { id } = await charging.paidPix();
    const first = await refund(id, { amount: 100 });
    const second = await refund(id, { amount: 100 });
    expect(first.body.data.id).not.toBe(second.body.data.id);
    const keyed = await Promise.all(
      Array.from({ length: 10 }, () => refund(id, { amount: 100 }, { 'idempotency-key': 'one-refund' })),
    );
    // Who waited a second for the first of them is told to ask again.
    const answered = keyed.filter(({ body }) => body.error !== 'IDEMPOTENCY_IN_PROGRESS');
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    expect((await charging.read(id)).amount_refunded).toBe(300);
  });

  it('above what is left: 422 REFUND_EXCEEDS_CAPTURED, also when nothing is left', async () => {
    const { id } = await charging.paidPix();
    const above = await refund(id, { amount: 10_001 });
    expect([above.status, above.body.error]).toEqual([422, 'REFUND_EXCEEDS_CAPTURED']);
    await refund(id);
    const again = await refund(id, { amount: 1 });
    expect([again.status, again.body.error]).toEqual([422, 'REFUND_EXCEEDS_CAPTURED']);
  });

  it('what was not captured cannot be refunded: 409 INVALID_STATE', async () => {
    const { id } = await charging.create(pixBody());
    const answer = await refund(id);
    expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
  });

  it('100 refunds at once of a tenth each: exactly 10 succeed', async () => {
    const { id } = await charging.paidPix();
    const answers = await Promise.all(Array.from({ length: 100 }, () => refund(id, { amount: 1_000 })));
    const succeeded = answers.filter(({ status }) => status === 201);
    expect(succeeded).toHaveLength(10);
    expect(succeeded.every(({ body }) => body.data.status === 'succeeded')).toBe(true);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body }) => `${status} ${String(body.error)}`))).toEqual(
      new Set(['422 REFUND_EXCEEDS_CAPTURED']),
    );
    expect(await charging.read(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 10_000,
      version: 12,
    });
  });

  it.each([0, -1, 1.5, '100', 10_000_000_000])('amount %p is refused: 422', async (amount) => {
    const { id } = await charging.paidPix();
    const answer = await refund(id, { amount });
    expect([answer.status, answer.body.error, answer.body.details[0].field]).toEqual([
      422,
      'VALIDATION_FAILED',
      'amount',
    ]);
  });

  it('an unknown field is refused: 422', async () => {
    const { id } = await charging.paidPix();
    const answer = await refund(id, { amout: 1 });
    expect(answer.body.details).toEqual([
      { field: 'amout', code: 'unknown_field', message: expect.any(String) },
    ]);
  });

  it('one the provider refuses has failed, gives its amount back, and emits charge.refund_failed', async () => {
    const { id } = await charging.paidPix();
    await spoil(app, 'refund', 'refused');
    const failed = await refund(id, { amount: 501 });
    expect([failed.status, failed.body.data.status]).toEqual([201, 'failed']);
    expect(await charging.read(id)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    const events = await app.dataSource.query<{ type: string }[]>(
      'SELECT type FROM outbox_events WHERE resource_id = $1 ORDER BY position DESC LIMIT 1',
      [id],
    );
    expect(events[0]?.type).toBe('charge.refund_failed');
    expect((await refund(id, { amount: 500 })).body.data.status).toBe('succeeded');
  });
});

describe('Contract §6, split[]: refunds with splits', () => {
  let seller: string;

  beforeAll(async () => {
    seller = await new Onboarding(merchant.client).activePerson();
  });

  const shared = (amount: number) =>
    charging.paidPix({
      amount,
      split_rules: [
        { recipient_id: merchant.id, percentage: 30 },
        { recipient_id: seller, percentage: 70 },
      ],
    });

  it('n refunds leave everyone where one of their sum would', async () => {
    const parts = await shared(101);
    const whole = await shared(101);
    for (const amount of [1, 7, 13, 29]) expect((await refund(parts.id, { amount })).status).toBe(201);
    await refund(whole.id, { amount: 50 });
    const refunded = async (id: string) =>
      ((await charging.read(id)).split as { amount_refunded: number }[]).map((part) => part.amount_refunded);
    expect(await refunded(parts.id)).toEqual(await refunded(whole.id));
    expect((await refunded(whole.id)).reduce((sum, cents) => sum + cents)).toBe(50);
  });

  it('n refunds of which one fails leave everyone where one of the sum of the others would', async () => {
    const { id } = await charging.paidPix({
      amount: 3,
      split_rules: [
        { recipient_id: merchant.id, percentage: 50 },
        { recipient_id: seller, percentage: 50 },
      ],
    });
    const timeout = app.api.get(ProviderTimeoutService, { strict: false });
    const shorter = jest.replaceProperty(timeout, 'timeoutMs', 200);
    await spoil(app, 'refund', 'lost');
    const first = await refund(id, { amount: 1 });
    shorter.restore();
    await park(app);
    expect([first.status, first.body.data.split]).toEqual([202, parts(1, 0)]);
    // Settled first, so divided first: the one that waits is what it would be today.
    const second = await refund(id, { amount: 1 });
    expect([second.status, second.body.data.split]).toEqual([201, parts(1, 0)]);
    const path = `/v1/charges/${id as string}/refunds/${first.body.data.id as string}`;
    expect((await merchant.client.get(path)).body.data).toMatchObject({
      status: 'pending',
      split: parts(0, 1),
    });
    await spoil(app, 'refund', 'refused');
    await runNow(app);
    await eventually(
      async () => expect((await merchant.client.get(path)).body.data.status).toBe('failed'),
      20_000,
    );
    const { split, version } = await charging.read(id);
    expect(split).toMatchObject([{ amount_refunded: 1 }, { amount_refunded: 0 }]);
    expect(version).toBe(4);
    const third = await refund(id, { amount: 1 });
    expect(third.body.data.split).toEqual(parts(0, 1));
  });

  const parts = (ofMerchant: number, ofSeller: number) => [
    { recipient_id: merchant.id, amount: ofMerchant },
    { recipient_id: seller, amount: ofSeller },
  ];

  it('split_refunds names who gives back how much', async () => {
    const { id } = await shared(1_000);
    const answer = await refund(id, { amount: 200, split_refunds: [{ recipient_id: seller, amount: 200 }] });
    expect(answer.body.data.split).toEqual([
      { recipient_id: merchant.id, amount: 0 },
      { recipient_id: seller, amount: 200 },
    ]);
    const rest = await refund(id);
    expect(rest.body.data.split).toEqual([
      { recipient_id: merchant.id, amount: 300 },
      { recipient_id: seller, amount: 500 },
    ]);
  });

  it('none above what the recipient still holds: 422 REFUND_SPLIT_EXCEEDS_SHARE', async () => {
    const { id } = await shared(1_000);
    const answer = await refund(id, {
      amount: 301,
      split_refunds: [{ recipient_id: merchant.id, amount: 301 }],
    });
    expect([answer.status, answer.body.error]).toEqual([422, 'REFUND_SPLIT_EXCEEDS_SHARE']);
    expect(answer.body.details[0].field).toBe('split_refunds[0].amount');
  });

  it.each([
    ['a sum that is not the refund', (id: string) => [{ recipient_id: id, amount: 99 }]],
    ['a recipient twice', (id: string) => [50, 50].map((amount) => ({ recipient_id: id, amount }))],
    ['somebody who is no recipient', () => [{ recipient_id: 'nobody', amount: 100 }]],
  ])('%s: 422 REFUND_SPLIT_INVALID', async (_name, split) => {
    const { id } = await shared(1_000);
    const answer = await refund(id, { amount: 100, split_refunds: split(seller) });
    expect([answer.status, answer.body.error]).toEqual([422, 'REFUND_SPLIT_INVALID']);
    expect((await charging.read(id)).amount_refunded).toBe(0);
  });
});

describe('Contract §6: GET …/refunds', () => {
  it('lists the refunds of the charge, newest first, with status filter', async () => {
    const { id } = await charging.paidPix();
    const ids: string[] = [];
    for (const amount of [1, 2, 3]) ids.unshift((await refund(id, { amount })).body.data.id as string);
    const answer = await merchant.client.get(`/v1/charges/${id}/refunds`);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 });
    expect((answer.body.data as { id: string }[]).map((item) => item.id)).toEqual(ids);
    const pending = await merchant.client.get(`/v1/charges/${id}/refunds?status=pending,failed`);
    expect(pending.body.pagination.total).toBe(0);
    expect((await merchant.client.get(`/v1/charges/${id}/refunds?status=lost`)).status).toBe(422);
  });

  it('GET …/refunds/{refundId} answers one; that of another charge or merchant is 404', async () => {
    const [one, other] = [await charging.paidPix(), await charging.paidPix()];
    const made = (await refund(one.id, { amount: 5 })).body.data as { id: string };
    expect((await merchant.client.get(`/v1/charges/${one.id}/refunds/${made.id}`)).body.data).toEqual(made);
    expect((await merchant.client.get(`/v1/charges/${other.id}/refunds/${made.id}`)).status).toBe(404);
    const stranger = await app.merchant();
    expect((await stranger.client.get(`/v1/charges/${one.id}/refunds/${made.id}`)).status).toBe(404);
  });
});
