import { ChargeLifecycle } from '../../src/charges/charge.lifecycle';
import { ChargeRepository } from '../../src/charges/charge.repository';
import { TxRunner } from '../../src/database';
import { chargeInvariants } from '../../src/charges';
import { SANDBOX_ACCOUNT_ID } from '../../src/providers/sandbox/sandbox-notification';
import { SandboxAdapter } from '../../src/providers/sandbox/sandbox.adapter';
import { eventually, onThisMachine, startService, useCharging } from '../support';
import { cardBody, pixBody } from '../support/charges';
import { payAnyway, spoil, runNow } from '../support/sandbox';

const { app, merchant, charging } = useCharging({ worker: true });

/** No pix of the sandbox ever fails, another provider's may: the lifecycle is called as its refusal would call it. */
async function decline(id: string): Promise<void> {
  await app.api.get(TxRunner).run(async (tx) => {
    const record = await app.api
      .get(ChargeRepository, { strict: false })
      .lock(tx, { id, merchantId: merchant.id });
    if (record === null) throw new Error('the charge is gone');
    await app.api
      .get(ChargeLifecycle, { strict: false })
      .decline(tx, record, { code: 'declined', message: 'The provider declined.', retryable: false });
  });
}

describe('Contract §6, Provider calls: recovery', () => {
  /** What the first transaction of a capture leaves when its process dies then. */
  async function orphanedCapture(chargeId: string, amountCents: number): Promise<string> {
    const rows = await app.dataSource.query<{ id: string }[]>(
      `INSERT INTO provider_calls (merchant_id, id, subject_type, subject_id, account_id, kind, status, amount_cents,
                                   key, attempts, refusals, next_attempt_at, created_at)
       SELECT merchant_id, made, 'charge', id, provider_account_id, 'capture', 'pending', $2,
              made, 1, 0, now() + interval '1 hour', now()
         FROM charges, gen_random_uuid() AS made WHERE id = $1
       RETURNING id`,
      [chargeId, amountCents],
    );
    return rows[0]?.id ?? '';
  }

  it('a process that died before its call: the worker makes it, and meanwhile a second one gets OPERATION_IN_PROGRESS', async () => {
    const id = await charging.authorized();
    await orphanedCapture(id, 700);
    const during = await merchant.client.post(`/v1/charges/${id}/capture`);
    expect([during.status, during.body.error]).toEqual([409, 'OPERATION_IN_PROGRESS']);
    await runNow(app);
    expect((await charging.until(id, 'captured')).amount_captured).toBe(700);
  });

  it('a process that died between its call and the record: exactly one effect', async () => {
    const id = await charging.authorized();
    const key = await orphanedCapture(id, 900);
    const [{ reference }] = (await app.dataSource.query<{ reference: string }[]>(
      'SELECT provider_reference AS reference FROM charges WHERE id = $1',
      [id],
    )) as [{ reference: string }];
    const account = { id: SANDBOX_ACCOUNT_ID, mode: 'test', credentials: null } as const;
    await app.api
      .get(SandboxAdapter, { strict: false })
      .capture(account, key, { reference, amountCents: 900, paymentId: null });
    await runNow(app);
    expect(await charging.until(id, 'captured')).toMatchObject({ amount_captured: 900, version: 3 });
    const requests = await app.dataSource.query<unknown[]>(
      `SELECT 1 FROM sandbox_provider.requests WHERE reference = $1 AND kind = 'capture'`,
      [reference],
    );
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['capture', 'charge.captured', 'amount_captured', () => charging.authorized()],
    ['refund', 'charge.partially_refunded', 'amount_refunded', async () => (await charging.paidPix()).id],
  ] as const)('a %s that two have the answer of is written once', async (call, type, field, make) => {
    const id = (await make()) as string;
    await spoil(app, call, 'slow', { delayMs: 3_000 });
    const slow = merchant.client.post(`/v1/charges/${id}/${call}`, { amount: 700 });
    const query = (sql: string, ...values: unknown[]): Promise<unknown[]> =>
      app.dataSource.query(sql, values);
    const faults = 'SELECT 1 FROM sandbox_provider.faults WHERE remaining > 0 AND call = $1';
    await eventually(async () => expect(await query(faults, call)).toEqual([]));
    // As if the lease had ended: the worker asks as well, and has its answer first.
    await runNow(app);
    const eventsOfType = 'SELECT 1 FROM outbox_events WHERE resource_id = $1 AND type = $2';
    await eventually(async () => expect(await query(eventsOfType, id, type)).toHaveLength(1));
    const written = await charging.read(id);
    expect(written).toMatchObject({ [field]: 700 });
    expect((await slow).status).toBe(call === 'capture' ? 200 : 201);
    expect(await query(eventsOfType, id, type)).toHaveLength(1);
    expect(await charging.read(id)).toEqual(written);
  });

  it.each([
    ['voided', (id: string) => merchant.client.post(`/v1/charges/${id}/void`)],
    ['failed', decline],
  ])(
    'a payment reported after the charge %s goes back to the payer, once, and is noted',
    async (status, end) => {
      const { id } = await charging.create(pixBody());
      await end(id);
      const reference = (await charging.read(id)).payment_details.txid as string;
      // A provider that overlooked the end of the charge, and tells of the payment twice, as news each time.
      await app.dataSource.query(
        `INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents)
         VALUES ($1, 'captured', 10000, 10000)
         ON CONFLICT (reference) DO UPDATE SET state = 'captured', captured_cents = 10000`,
        [reference],
      );
      const tell = () =>
        app.dataSource.query(
          `INSERT INTO sandbox_provider.notifications (id, kind, reference, body, due_at)
         VALUES (gen_random_uuid(), 'paid', $1, '{"at":"2026-11-20T12:00:00.000Z"}', now())
         ON CONFLICT (reference, kind) DO UPDATE SET id = excluded.id, delivered_at = NULL`,
          [reference],
        );
      const returned = async () =>
        app.dataSource.query<{ cents: string }[]>(
          'SELECT refunded_cents AS cents FROM sandbox_provider.payments WHERE reference = $1',
          [reference],
        );
      await tell();
      await eventually(async () => expect(await returned()).toEqual([{ cents: '10000' }]));
      await tell();
      await eventually(async () => {
        const waiting = await app.dataSource.query<unknown[]>(
          `SELECT 1 FROM sandbox_provider.notifications n
             LEFT JOIN provider_notifications taken ON taken.notification_id = n.id::text AND taken.status = 'processed'
            WHERE n.reference = $1 AND taken.notification_id IS NULL`,
          [reference],
        );
        expect(waiting).toEqual([]);
      });
      expect(await charging.read(id)).toMatchObject({ status, amount_captured: 0, version: 2 });
      const notes = await app.dataSource.query<{ status: string; reason: string }[]>(
        `SELECT c.status, p.reason FROM returned_payments p JOIN provider_calls c ON c.id = p.call_id WHERE p.charge_id = $1`,
        [id],
      );
      expect(notes).toEqual([{ status: 'succeeded', reason: 'charge_ended' }]);
    },
  );

  it('a return that the provider refuses for good emits charge.return_failed, and is shown to operators', async () => {
    const { id } = await charging.create(pixBody());
    await merchant.client.post(`/v1/charges/${id}/void`);
    await spoil(app, 'refund', 'refused');
    await payAnyway(app, id, 10_000);
    const events = await eventually(async () => {
      const rows = await app.dataSource.query<{ payload: string }[]>(
        `SELECT payload FROM outbox_events WHERE resource_id = $1 AND type = 'charge.return_failed'`,
        [id],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    const payload = JSON.parse(events[0]?.payload ?? '{}') as { charge: { status: string; version: number } };
    // contract §7: what is told of a charge has a version of its own.
    expect(payload.charge).toMatchObject({ status: 'voided', version: 3 });
    expect(await charging.read(id)).toMatchObject({ status: 'voided', version: 3, amount_captured: 0 });
    const notes = await app.dataSource.query<{ status: string }[]>(
      `SELECT c.status FROM returned_payments p JOIN provider_calls c ON c.id = p.call_id WHERE p.charge_id = $1`,
      [id],
    );
    expect(notes).toEqual([{ status: 'failed' }]);
  });

  it('a payment reported after the charge expired captures it after all', async () => {
    const { id, payment_details: details } = await charging.create(pixBody());
    await merchant.client.post(`/v1/sandbox/charges/${id}/expire`);
    await app.dataSource.query(
      `WITH paid AS (INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents)
                     VALUES ($1, 'captured', 10000, 10000))
       INSERT INTO sandbox_provider.notifications (id, kind, reference, body, due_at)
       VALUES (gen_random_uuid(), 'paid', $1, '{"at":"2026-11-20T12:00:00.000Z","end_to_end_id":"E1"}', now())`,
      [details.txid],
    );
    const charge = await charging.until(id, 'captured');
    expect(charge.payment_details).toMatchObject({
      end_to_end_id: 'E1',
      paid_at: '2026-11-20T12:00:00.000Z',
    });
    expect(charge.version).toBe(3);
  });

  it('a dispute that overtakes the notification of its payment is taken later', async () => {
    const { id } = await charging.create(cardBody('tok_chargeback', {}, { capture: false }));
    await charging.until(id, 'authorized');
    await app.dataSource.query(
      `INSERT INTO sandbox_provider.notifications (id, kind, reference, body, due_at)
       SELECT gen_random_uuid(), 'chargeback', provider_reference, '{"at":"2026-11-20T12:00:00.000Z"}', now() FROM charges WHERE id = $1`,
      [id],
    );
    await merchant.client.post(`/v1/charges/${id}/capture`);
    await charging.until(id, 'chargeback');
  });
});

describe('Contract §6, Answer: Prefer: wait when the process stops', () => {
  it('those who wait are answered at once, pending', async () => {
    const stopping = await startService();
    const { client } = await stopping.merchant();
    const startedMs = Date.now();
    const waiting = client.post('/v1/charges', cardBody('tok_timeout'), { prefer: 'wait=20' });
    await eventually(async () => {
      const listeners = await stopping.dataSource.query<unknown[]>(
        `SELECT 1 FROM pg_stat_activity
          WHERE application_name = 'repasse-charge-outcomes' AND query LIKE 'LISTEN%' AND datname = current_database()`,
      );
      expect(listeners.length).toBeGreaterThan(0);
    });
    await stopping.stop();
    expect((await waiting).body.data.status).toBe('pending');
    expect(Date.now() - startedMs).toBeLessThan(onThisMachine(4_000));
  });
});

/** A new charge like an old one, without its parts, and the parts with something more. */
const COPY_ID = '0190a2b0-0000-7000-8000-000000000001';
const COPY_OF_CHARGE = `
  INSERT INTO charges SELECT copy.*
    FROM charges AS charge, jsonb_populate_record(charge, '{"id": "${COPY_ID}"}') AS copy WHERE charge.id = $1`;
const copyOfSplits = (moreCents: number): string => `
  INSERT INTO charge_splits
  SELECT copy.*
    FROM charge_splits AS split,
         jsonb_populate_record(split, jsonb_build_object('charge_id', '${COPY_ID}', 'share_cents', split.share_cents + ${moreCents})) AS copy
   WHERE split.charge_id = $1`;

describe('Contract §9, db invariants: the books of this file', () => {
  it.each([...chargeInvariants])('$name', async ({ sql }) => {
    expect(await app.dataSource.query<unknown[]>(sql.replaceAll('$1', 'NULL'))).toEqual([]);
  });

  it.each([
    ['ck_charge_sums', `UPDATE charge_splits SET share_cents = share_cents + 1 WHERE charge_id = $1`],
    ['ck_charge_sums', `UPDATE charges SET amount_captured_cents = amount_captured_cents - 1 WHERE id = $1`],
    ['ck_charge_sums', `DELETE FROM charge_splits WHERE charge_id = $1`],
    ['ck_charge_sums', COPY_OF_CHARGE],
    ['ck_charge_sums', `WITH copy AS (${COPY_OF_CHARGE}) ${copyOfSplits(1)}`],
    ['ck_charges_refunded', `UPDATE charges SET amount_refund_reserved_cents = 10001 WHERE id = $1`],
    ['ck_charges_status_refunded', `UPDATE charges SET status = 'refunded' WHERE id = $1`],
    ['ck_charges_status_captured', `UPDATE charges SET status = 'pending' WHERE id = $1`],
    ['ck_charges_failure', `UPDATE charges SET failure_code = 'x' WHERE id = $1`],
  ])('the database itself refuses what would break them: %s', async (constraint, sql) => {
    const { id } = await charging.paidPix();
    await expect(app.dataSource.query(sql, [id])).rejects.toMatchObject({ driverError: { constraint } });
  });

  it('a charge and parts that sum to it are taken in one statement', async () => {
    const { id } = await charging.paidPix();
    const copied = app.dataSource.transaction(async (manager) => {
      await manager.query(`WITH copy AS (${COPY_OF_CHARGE}) ${copyOfSplits(0)}`, [id]);
      throw new Error('taken');
    });
    await expect(copied).rejects.toThrow('taken');
  });
});
