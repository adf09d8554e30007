import { ExpireChargesTask } from '../../src/charges/expire/expire-charges.task';
import { ProviderUnanswered } from '../../src/providers/provider.port';
import { SandboxAdapter } from '../../src/providers/sandbox/sandbox.adapter';
import { patiently, startTasks, useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';
import { spoil } from '../support/sandbox';

const { app, merchant, charging } = useCharging({ worker: true });

function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('Contract §6: capture', () => {
  it('takes the whole authorised amount by default and answers 200 with the charge', async () => {
    const id = await charging.authorized();
    const answer = await merchant.client.post(`/v1/charges/${id}/capture`);
    expect([answer.status, answer.body.data.status, answer.body.data.amount_captured]).toEqual([
      200,
      'captured',
      10_000,
    ]);
  });

  it('takes a part and releases the rest; the split is apportioned (Sainte-Laguë)', async () => {
    const id = await charging.authorized({
      amount: 100,
      split_rules: [{ recipient_id: merchant.id, percentage: 100 }],
    });
    const answer = await merchant.client.post(`/v1/charges/${id}/capture`, { amount: 30 });
    expect(answer.body.data).toMatchObject({
      status: 'captured',
      total_amount: 100,
      amount_captured: 30,
      split: [{ amount: 100, amount_captured: 30 }],
    });
    const refund = await merchant.client.post(`/v1/charges/${id}/refund`, { amount: 31 });
    expect([refund.status, refund.body.error]).toEqual([422, 'REFUND_EXCEEDS_CAPTURED']);
  });

  it('above the authorised amount: 422 CAPTURE_EXCEEDS_AUTHORIZED', async () => {
    const id = await charging.authorized();
    const answer = await merchant.client.post(`/v1/charges/${id}/capture`, { amount: 10_001 });
    expect([answer.status, answer.body.error]).toEqual([422, 'CAPTURE_EXCEEDS_AUTHORIZED']);
  });

  it('100 captures at once: one', async () => {
    const id = await charging.authorized();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => merchant.client.post(`/v1/charges/${id}/capture`, { amount: 4_000 })),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 99 });
    expect((await charging.read(id)).amount_captured).toBe(4_000);
  });

  it('capture against void: one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await charging.authorized();
      const answers = await Promise.all(
        ['capture', 'void', 'capture', 'void'].map((action) =>
          merchant.client.post(`/v1/charges/${id}/${action}`),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
      expect((await charging.read(id)).version).toBe(3);
    }
  });

  it('the same Idempotency-Key answers the same bytes and captures once', async () => {
    const id = await charging.authorized();
    const send = () =>
      merchant.client.post(`/v1/charges/${id}/capture`, { amount: 10 }, { 'idempotency-key': 'capture-1' });
    const first = await send();
    const replay = await send();
    expect(replay.text).toBe(first.text);
    expect(replay.headers['idempotent-replayed']).toBe('true');
  });
});

describe('Contract §6: void', () => {
  it('releases an authorisation', async () => {
    const id = await charging.authorized();
    const answer = await merchant.client.post(`/v1/charges/${id}/void`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'voided']);
  });

  it('withdraws a pending pix or boleto, which nobody can pay afterwards', async () => {
    for (const body of [pixBody(), boletoBody()]) {
      const { id } = await charging.create(body);
      expect((await merchant.client.post(`/v1/charges/${id}/void`)).body.data.status).toBe('voided');
      expect((await merchant.client.post(`/v1/sandbox/charges/${id}/pay`)).status).toBe(409);
    }
  });

  it('pay against void: one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await charging.create(pixBody());
      const [paid, voided] = await Promise.all([
        merchant.client.post(`/v1/sandbox/charges/${id}/pay`),
        merchant.client.post(`/v1/charges/${id}/void`),
      ]);
      expect([paid.status, voided.status].sort()).toEqual([200, 409]);
      expect((await charging.read(id)).version).toBe(2);
    }
  });

  it('what is captured cannot be voided, and a pending card is with the provider: 409', async () => {
    const { id } = await charging.paidPix();
    expect((await merchant.client.post(`/v1/charges/${id}/void`)).body.error).toBe('INVALID_STATE');
    const slow = await charging.create(cardBody('tok_timeout'));
    expect((await merchant.client.post(`/v1/charges/${slow.id}/void`)).body.error).toBe('INVALID_STATE');
  });

  it('an authorisation is voided by itself when its time is up, a pix expires', async () => {
    const card = await charging.authorized();
    const { id: pix } = await charging.create(pixBody());
    await app.dataSource.query(
      `UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = ANY($1)`,
      [[card, pix]],
    );
    // The job runs each minute: this is its next run.
    const worker = await startTasks(app.config);
    await worker.get(ExpireChargesTask, { strict: false }).run();
    await worker.close();
    await charging.until(card, 'voided');
    await charging.until(pix, 'expired');
  });
});

describe('Contract §1, Idempotency: charges', () => {
  it('the same key in parallel makes one charge', async () => {
    const before = (await merchant.client.get('/v1/charges?limit=1')).body.pagination.total as number;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        patiently(() => merchant.client.post('/v1/charges', pixBody(), { 'idempotency-key': 'one-charge' })),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await merchant.client.get('/v1/charges?limit=1')).body.pagination.total).toBe(before + 1);
  });

  it('another body under the same key: 422 IDEMPOTENCY_KEY_REUSED', async () => {
    const key = { 'idempotency-key': 'reused' };
    await merchant.client.post('/v1/charges', pixBody(), key);
    const answer = await merchant.client.post('/v1/charges', pixBody({ amount: 1 }), key);
    expect([answer.status, answer.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('a refused request does not burn its key', async () => {
    const key = { 'idempotency-key': 'not-burnt' };
    expect((await merchant.client.post('/v1/charges', pixBody({ amount: 0 }), key)).status).toBe(422);
    expect((await merchant.client.post('/v1/charges', pixBody(), key)).status).toBe(201);
  });

  it('a capture that the provider refuses gives its key back', async () => {
    const id = await charging.authorized();
    await spoil(app, 'capture', 'refused');
    const key = { 'idempotency-key': 'capture-refused' };
    const refused = await merchant.client.post(`/v1/charges/${id}/capture`, undefined, key);
    expect([refused.status, refused.body.error]).toEqual([409, 'PROVIDER_REFUSED']);
    const again = await merchant.client.post(`/v1/charges/${id}/capture`, undefined, key);
    expect([again.status, again.body.data.status]).toEqual([200, 'captured']);
  });

  it('an adapter that throws is one that does not answer', async () => {
    jest
      .spyOn(app.api.get(SandboxAdapter, { strict: false }), 'capture')
      .mockRejectedValueOnce(new ProviderUnanswered());
    const id = await charging.authorized();
    expect((await merchant.client.post(`/v1/charges/${id}/capture`)).status).toBe(202);
    await charging.until(id, 'captured', 20_000);
  });
});
