import { OutcomeWaiterService } from '../../src/charges/create/outcome-waiter.service';
import { eventually, useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';
import { spoil, runNow } from '../support/sandbox';

const WAITING = 60;

const { app, merchant, charging } = useCharging({ worker: true });

/** Kinds of the events of a charge, in the order of writing. */
async function eventsOf(chargeId: string): Promise<string[]> {
  const rows: { type: string }[] = await app.dataSource.query(
    'SELECT type FROM outbox_events WHERE resource_id = $1 ORDER BY position',
    [chargeId],
  );
  return rows.map(({ type }) => type);
}

describe('Contract §6, Sandbox: what each token does', () => {
  it('tok_approved: captured, with authorization code, times and split', async () => {
    const { id } = await charging.create(cardBody());
    const charge = await charging.until(id, 'captured');
    expect(charge).toMatchObject({
      amount_captured: 10_000,
      version: 2,
      failure: null,
      payment_details: { authorization_code: expect.stringMatching(/^\d{6}$/) },
      split: [{ recipient_id: merchant.id, percentage: 100, amount: 10_000, amount_captured: 10_000 }],
    });
    expect(charge.captured_at).not.toBeNull();
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.captured']);
  });

  it('tok_approved with capture false: authorized, and it lapses after 7 days', async () => {
    const { id } = await charging.create(cardBody('tok_approved', {}, { capture: false }));
    const charge = await charging.until(id, 'authorized');
    expect(charge).toMatchObject({ amount_captured: 0, captured_at: null });
    expect(Date.parse(charge.expires_at) - Date.parse(charge.authorized_at)).toBe(7 * 86_400_000);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.authorized']);
  });

  it.each([
    ['tok_declined', 'card_declined', false],
    ['tok_insufficient_funds', 'insufficient_funds', true],
    ['tok_expired_card', 'expired_card', false],
    ['tok_fraud', 'suspected_fraud', false],
  ])('%s: failed %s', async (token, code, retryable) => {
    const { id } = await charging.create(cardBody(token));
    const charge = await charging.until(id, 'failed');
    expect(charge.failure).toEqual({ code, message: expect.any(String), retryable });
    expect(charge.amount_captured).toBe(0);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.failed']);
  });

  it('tok_timeout: the provider acts and does not answer: pending, captured within 30 s, once', async () => {
    const { id, status } = await charging.create(cardBody('tok_timeout'));
    expect(status).toBe('pending');
    await charging.until(id, 'captured', 30_000);
    const payments = await app.dataSource.query<unknown[]>(
      `SELECT 1 FROM sandbox_provider.payments p JOIN charges c ON c.provider_reference = p.reference WHERE c.id = $1`,
      [id],
    );
    expect(payments).toHaveLength(1);
    const operations = await app.dataSource.query<{ attempts: number }[]>(
      'SELECT attempts FROM provider_calls WHERE subject_id = $1',
      [id],
    );
    expect(operations[0]?.attempts).toBeGreaterThanOrEqual(2);
  });

  it('tok_chargeback: captured, chargeback 5 s later', async () => {
    const { id } = await charging.create(cardBody('tok_chargeback'));
    await charging.until(id, 'captured');
    const disputed = await charging.until(id, 'chargeback', 20_000);
    // The provider counts from the order, and tells of it when it is asked.
    const afterMs = Date.parse(disputed.updated_at) - Date.parse(disputed.created_at);
    expect(afterMs).toBeGreaterThanOrEqual(5_000);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.captured', 'charge.chargeback']);
  });

  it('a debit card is captured even though nothing says so', async () => {
    const { id } = await charging.create(cardBody('tok_approved', { payment_method: 'debit_card' }));
    await charging.until(id, 'captured');
  });

  it('a published test number does what its token does', async () => {
    const card = {
      number: '4000000000000002',
      holder_name: 'ANA SOUZA',
      exp_month: 1,
      exp_year: 2031,
      cvv: '123',
    };
    const { id } = await charging.create(
      pixBody({ payment_method: 'credit_card', payment_details: { card } }),
    );
    const charge = await charging.until(id, 'failed');
    expect(charge.payment_details).toMatchObject({
      brand: 'visa',
      first6: '400000',
      last4: '0002',
      exp_month: 1,
      exp_year: 2031,
      holder_name: 'ANA SOUZA',
    });
  });
});

describe('Contract §6, Answer: Prefer: wait', () => {
  it('holds the answer until the first outcome and echoes Preference-Applied', async () => {
    const answer = await merchant.client.post('/v1/charges', cardBody(), { prefer: 'wait=20' });
    expect(answer.status).toBe(201);
    expect(answer.headers['preference-applied']).toBe('wait=20');
    expect(answer.body.data.status).toBe('captured');
  });

  it('above 20 counts as 20; a decline is an outcome too', async () => {
    const answer = await merchant.client.post('/v1/charges', cardBody('tok_declined'), {
      prefer: 'wait=100',
    });
    expect(answer.headers['preference-applied']).toBe('wait=20');
    expect([answer.status, answer.body.success, answer.body.data.status]).toEqual([201, true, 'failed']);
  });

  it('time up: 201 pending', async () => {
    const answer = await merchant.client.post('/v1/charges', cardBody('tok_timeout'), { prefer: 'wait=1' });
    expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
  });

  it('is ignored for pix and boleto', async () => {
    for (const body of [pixBody(), boletoBody()]) {
      const answer = await merchant.client.post('/v1/charges', body, { prefer: 'wait=20' });
      expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
      expect(answer.headers['preference-applied']).toBeUndefined();
    }
  });

  it('stored for idempotency is the pending form; a replay with wait waits and answers the charge as it is then', async () => {
    const key = { 'idempotency-key': 'wait-and-replay' };
    const first = await merchant.client.post('/v1/charges', cardBody(), { ...key, prefer: 'wait=20' });
    expect(first.body.data.status).toBe('captured');
    const replay = await merchant.client.post('/v1/charges', cardBody(), key);
    expect([replay.status, replay.body.data.status, replay.headers['idempotent-replayed']]).toEqual([
      201,
      'pending',
      'true',
    ]);
    const waited = await merchant.client.post('/v1/charges', cardBody(), { ...key, prefer: 'wait=20' });
    expect([waited.body.data.status, waited.body.data.id]).toEqual(['captured', first.body.data.id]);
    expect(waited.headers['idempotent-replayed']).toBe('true');
  });

  it(`${WAITING} waiting requests use one connection, and all hear of their outcome`, async () => {
    // Ten cards without an outcome until all wait: how fast this machine makes cards is no matter of theirs. None
    // waits longer than the 20 s that the first asked for; a thousand are measured alone.
    await spoil(app, 'authorize', 'lost', { times: 1_000 });
    const keys = Array.from({ length: 10 }, (_, index) => ({ 'idempotency-key': `waiting-${index}` }));
    await Promise.all(keys.map((key) => merchant.client.post('/v1/charges', cardBody(), key)));
    const answers = Promise.all(
      Array.from({ length: WAITING }, (_, index) =>
        merchant.client.post('/v1/charges', cardBody(), { ...keys[index % keys.length], prefer: 'wait=20' }),
      ),
    );
    const waiter = app.api.get(OutcomeWaiterService, { strict: false });
    await eventually(() => expect(Reflect.get(waiter, 'waiting')).toBe(WAITING));
    const listeners = await app.dataSource.query<unknown[]>(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'repasse-charge-outcomes' AND datname = current_database()`,
    );
    expect(listeners).toHaveLength(1);
    await app.dataSource.query('DELETE FROM sandbox_provider.faults');
    await eventually(async () => {
      await runNow(app);
      expect(
        await app.dataSource.query(
          `SELECT 1 FROM provider_calls WHERE status = 'pending' AND kind = 'authorize'`,
        ),
      ).toEqual([]);
    });
    expect(new Set((await answers).map(({ body }) => String(body.data.status)))).toEqual(
      new Set(['captured']),
    );
  });
});

describe('Contract §6: pix and boleto', () => {
  it('a paid pix is captured and shows end_to_end_id and paid_at', async () => {
    const charge = await charging.paidPix();
    expect(charge).toMatchObject({ status: 'captured', amount_captured: 10_000, version: 2 });
    expect(charge.payment_details.end_to_end_id).toMatch(/^E\d{20}[0-9a-f]{11}$/);
    expect(charge.payment_details.paid_at).toMatch(/Z$/);
    expect(await charging.read(charge.id)).toEqual(charge);
    expect(await eventsOf(charge.id)).toEqual(['charge.pending', 'charge.captured']);
  });

  it('a paid boleto is captured and shows paid_at', async () => {
    const { id } = await charging.create(boletoBody());
    const answer = await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'captured']);
    expect(answer.body.data.payment_details.paid_at).not.toBeNull();
  });

  it('paid once, however often at once', async () => {
    const { id } = await charging.create(pixBody());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merchant.client.post(`/v1/sandbox/charges/${id}/pay`)),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await charging.read(id)).version).toBe(2);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.captured']);
  });

  it('what has expired cannot be paid: 409', async () => {
    const { id } = await charging.create(pixBody());
    const expired = await merchant.client.post(`/v1/sandbox/charges/${id}/expire`);
    expect([expired.status, expired.body.data.status]).toEqual([200, 'expired']);
    const answer = await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.expired']);
  });

  it("the database's clock decides at the moment of a request, before a job has made the expiry visible", async () => {
    const { id } = await charging.create(pixBody());
    await app.dataSource.query(`UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
    for (const path of [`/v1/sandbox/charges/${id}/pay`, `/v1/charges/${id}/void`]) {
      const answer = await merchant.client.post(path);
      expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
    }
  });

  it('the sandbox disputes a captured charge: chargeback', async () => {
    const { id } = await charging.paidPix();
    const answer = await merchant.client.post(`/v1/sandbox/charges/${id}/chargeback`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'chargeback']);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.captured', 'charge.chargeback']);
  });

  it('a card is not paid or expired by the sandbox: 409', async () => {
    const { id } = await charging.create(cardBody('tok_approved', {}, { capture: false }));
    for (const action of ['pay', 'expire']) {
      expect((await merchant.client.post(`/v1/sandbox/charges/${id}/${action}`)).status).toBe(409);
    }
  });
});

describe('Contract §6: every status has the history that leads to it, and every transition its event', () => {
  it('over all charges of this file', async () => {
    const broken = await app.dataSource.query<unknown[]>(
      `SELECT c.id FROM charges c
        WHERE c.version <> (SELECT count(*) FROM charge_status_history h WHERE h.charge_id = c.id)
           OR c.version <> (SELECT count(*) FROM outbox_events e WHERE e.resource_id = c.id)
           OR c.status <> (SELECT to_status FROM charge_status_history h WHERE h.charge_id = c.id ORDER BY version DESC LIMIT 1)`,
    );
    expect(broken).toEqual([]);
  });
});
