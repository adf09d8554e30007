import { ExpireChargesTask } from '../../src/charges/expire/expire-charges.task';
import { Onboarding, startTasks, useCharging } from '../support';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';
import { heldBySandbox } from '../support/sandbox';

const { app, merchant, charging } = useCharging({ worker: true });

const act = (id: string, action: string, body?: unknown) =>
  merchant.client.post(`/v1/charges/${id}/${action}`, body);
const sandbox = (id: string, action: string) => merchant.client.post(`/v1/sandbox/charges/${id}/${action}`);

/** The time of a charge is up; `job` also lets the job of each minute run now. */
async function timeIsUp(id: string, job: boolean): Promise<void> {
  await app.dataSource.query(`UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    id,
  ]);
  if (!job) return;
  const worker = await startTasks(app.config);
  const expire = worker.get(ExpireChargesTask, { strict: false });
  expect(expire.everyMs).toBe(60_000);
  await expire.run();
  await worker.close();
}

/** Each way through the status machine of contract §6: what is done, and the statuses that a charge passes. */
const WAYS: Record<string, { walk: () => Promise<string>; passes: string[] }> = {
  'a pix that is paid, refunded in part, in part again, and whole': {
    passes: ['pending', 'captured', 'partially_refunded', 'partially_refunded', 'refunded'],
    walk: async () => {
      const { id } = await charging.paidPix();
      for (const amount of [1_000, 2_000, 7_000]) await act(id, 'refund', { amount });
      return id as string;
    },
  },
  'a boleto that is paid and refunded at once': {
    passes: ['pending', 'captured', 'refunded'],
    walk: async () => {
      const { id } = await charging.create(boletoBody());
      await sandbox(id, 'pay');
      await act(id, 'refund');
      return id as string;
    },
  },
  'a charge back after a refund in part': {
    passes: ['pending', 'captured', 'partially_refunded', 'chargeback'],
    walk: async () => {
      const { id } = await charging.paidPix();
      await act(id, 'refund', { amount: 1 });
      expect((await sandbox(id, 'chargeback')).status).toBe(200);
      return id as string;
    },
  },
  'a pix withdrawn by the merchant': {
    passes: ['pending', 'voided'],
    walk: async () => {
      const { id } = await charging.create(pixBody());
      await act(id, 'void');
      return id as string;
    },
  },
  'a card authorised, then captured in part': {
    passes: ['pending', 'authorized', 'captured'],
    walk: async () => {
      const id = await charging.authorized();
      await act(id, 'capture', { amount: 1 });
      return id;
    },
  },
  'a card authorised, then voided by the merchant': {
    passes: ['pending', 'authorized', 'voided'],
    walk: async () => {
      const id = await charging.authorized();
      await act(id, 'void');
      return id;
    },
  },
  'a card authorised and forgotten': {
    passes: ['pending', 'authorized', 'voided'],
    walk: async () => {
      const id = await charging.authorized();
      await timeIsUp(id, true);
      await charging.until(id, 'voided');
      expect(await heldBySandbox(app, id)).toEqual([{ state: 'voided', captured: 0, refunded: 0 }]);
      return id;
    },
  },
  'a card that is declined': {
    passes: ['pending', 'failed'],
    walk: async () => {
      const { id } = await charging.create(cardBody('tok_declined'));
      await charging.until(id, 'failed');
      return id as string;
    },
  },
  'a boleto whose time is up': {
    passes: ['pending', 'expired'],
    walk: async () => {
      const { id } = await charging.create(boletoBody());
      await timeIsUp(id, true);
      await charging.until(id, 'expired');
      return id as string;
    },
  },
};

describe('Contract §6: every status has the history that leads to it, and every transition its event', () => {
  it.each(Object.entries(WAYS))('%s', async (_name, { walk, passes }) => {
    const id = await walk();
    const charge = await charging.read(id);
    expect([charge.status, charge.version]).toEqual([passes.at(-1), passes.length]);
    const history = await app.dataSource.query<{ version: number; from_status: string; to_status: string }[]>(
      'SELECT version, from_status, to_status FROM charge_status_history WHERE charge_id = $1 ORDER BY version',
      [id],
    );
    expect(history).toEqual(
      passes.map((to_status, index) => ({
        version: index + 1,
        from_status: passes[index - 1] ?? null,
        to_status,
      })),
    );
    const events = await app.dataSource.query<{ type: string; payload: string }[]>(
      'SELECT type, payload FROM outbox_events WHERE resource_id = $1 ORDER BY position',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(passes.map((status) => `charge.${status}`));
    // Each carries the charge as it was then.
    const frozen = events.map(({ payload }) => (JSON.parse(payload) as { charge: typeof charge }).charge);
    expect(frozen.map(({ status, version }) => [status, version])).toEqual(
      passes.map((status, index) => [status, index + 1]),
    );
    expect(frozen.at(-1)).toEqual(charge);
  });
});

describe('Contract §6: everything else is 409 INVALID_STATE', () => {
  it.each<[string, () => Promise<string>, string[]]>([
    [
      'captured',
      async () => (await charging.paidPix()).id as string,
      ['capture', 'void', 'sandbox/pay', 'sandbox/expire'],
    ],
    [
      'pending',
      async () => (await charging.create(pixBody())).id as string,
      ['capture', 'refund', 'sandbox/chargeback'],
    ],
    [
      'authorized',
      () => charging.authorized(),
      ['refund', 'sandbox/pay', 'sandbox/expire', 'sandbox/chargeback'],
    ],
    [
      'chargeback',
      async () => {
        const { id } = await charging.paidPix();
        await sandbox(id, 'chargeback');
        return id as string;
      },
      ['capture', 'void', 'refund', 'sandbox/pay', 'sandbox/expire', 'sandbox/chargeback'],
    ],
    [
      'expired',
      async () => {
        const { id } = await charging.create(pixBody());
        await sandbox(id, 'expire');
        return id as string;
      },
      ['capture', 'void', 'refund', 'sandbox/pay', 'sandbox/expire', 'sandbox/chargeback'],
    ],
  ])('%s', async (status, make, actions) => {
    const id = await make();
    for (const action of actions) {
      const path = action.startsWith('sandbox/') ? `/v1/sandbox/charges/${id}/${action.slice(8)}` : null;
      const answer = await merchant.client.post(path ?? `/v1/charges/${id}/${action}`);
      expect([action, answer.status, answer.body.error]).toEqual([action, 409, 'INVALID_STATE']);
    }
    expect((await charging.read(id)).status).toBe(status);
  });

  it("an authorisation whose time is up, by the database's clock, is captured and voided by nobody", async () => {
    const id = await charging.authorized();
    await timeIsUp(id, false);
    for (const action of ['capture', 'void']) {
      const answer = await act(id, action);
      expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
    }
  });

  it('a boleto is paid until the end of the third day after its due date', async () => {
    const { id } = await charging.create(boletoBody());
    const until = `(payment_details->>'due_date')::date + 4`;
    const rows = await app.dataSource.query<{ right: boolean }[]>(
      `SELECT expires_at = (${until})::timestamp AT TIME ZONE 'America/Sao_Paulo' AS right FROM charges WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ right: true }]);
  });
});

describe('Contract §6: total_amount is what splits, captures and refunds work on', () => {
  it('shipping is captured, divided and refunded with the amount', async () => {
    const seller = await new Onboarding(merchant.client).activePerson();
    const split_rules = [
      { recipient_id: merchant.id, percentage: 33.66 },
      { recipient_id: seller, percentage: 66.34 },
    ];
    const id = await charging.authorized({ amount: 100, shipping_amount: 1, split_rules });
    const captured = (await act(id, 'capture', { amount: 30 })).body.data;
    expect(captured).toMatchObject({ amount: 100, total_amount: 101, amount_captured: 30 });
    // 34 and 67 of 101; of 30 the highest averages give 10 and 20.
    expect(captured.split).toMatchObject([
      { amount: 34, amount_captured: 10 },
      { amount: 67, amount_captured: 20 },
    ]);
    const whole = await charging.authorized({ amount: 100, shipping_amount: 1, split_rules });
    expect((await act(whole, 'capture')).body.data.amount_captured).toBe(101);
    const refund = (await act(whole, 'refund')).body.data;
    expect(refund).toMatchObject({ amount: 101, split: [{ amount: 34 }, { amount: 67 }] });
    expect(await heldBySandbox(app, whole)).toEqual([{ state: 'captured', captured: 101, refunded: 101 }]);
  });

  it('a refund that failed gives its amount back to every recipient', async () => {
    const seller = await new Onboarding(merchant.client).activePerson();
    const { id } = await charging.paidPix({
      amount: 100,
      split_rules: [
        { recipient_id: merchant.id, percentage: 50 },
        { recipient_id: seller, percentage: 50 },
      ],
    });
    const limit = (cents: number) =>
      app.dataSource.query(
        `UPDATE sandbox_provider.payments SET captured_cents = $2
          WHERE reference = (SELECT provider_reference FROM charges WHERE id = $1)`,
        [id, cents],
      );
    await limit(0);
    const failed = (await act(id, 'refund')).body.data;
    expect([failed.status, failed.amount]).toEqual(['failed', 100]);
    const events = await app.dataSource.query<{ payload: string }[]>(
      `SELECT payload FROM outbox_events WHERE resource_id = $1 AND type = 'charge.refund_failed'`,
      [id],
    );
    expect(JSON.parse(events[0]?.payload ?? '')).toEqual({ charge: await charging.read(id), refund: failed });
    await limit(100);
    expect((await act(id, 'refund')).body.data).toMatchObject({ status: 'succeeded', amount: 100 });
    expect((await charging.read(id)).split).toMatchObject([{ amount_refunded: 50 }, { amount_refunded: 50 }]);
  });

  it('many that nobody paid in time end together, each with its own history and event', async () => {
    const other = await app.merchant();
    const shops = [merchant, other].map(({ id, client }) => ({ id, charging: new Charging(client) }));
    // More than one round takes, of two merchants in turn.
    const made: { id: string; shop: (typeof shops)[number] }[] = [];
    for (let at = 0; at < 130; at += 1) {
      const shop = shops[at % 2]!;
      const { id } = await shop.charging.create(
        at % 3 === 0 ? boletoBody() : pixBody({ amount: 1_000 + at }),
      );
      made.push({ id: id as string, shop });
    }
    const ids = made.map(({ id }) => id);
    await app.dataSource.query(
      `UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = ANY($1)`,
      [ids],
    );
    const worker = await startTasks(app.config);
    await Promise.all([1, 2].map(() => worker.get(ExpireChargesTask, { strict: false }).run()));
    await worker.close();
    const events = await app.dataSource.query<{ id: string; merchant: string; payload: string }[]>(
      `SELECT resource_id AS id, merchant_id AS merchant, payload FROM outbox_events
        WHERE type = 'charge.expired' AND resource_id = ANY($1)`,
      [ids],
    );
    const steps = await app.dataSource.query<{ id: string; step: string }[]>(
      `SELECT charge_id AS id, concat_ws(' ', merchant_id, version, from_status, to_status, trigger) AS step
         FROM charge_status_history WHERE version = 2 AND charge_id = ANY($1)`,
      [ids],
    );
    expect([events.length, steps.length]).toEqual([130, 130]);
    for (const { id, shop } of made) {
      const charge = await shop.charging.read(id);
      expect(charge).toMatchObject({ status: 'expired', version: 2 });
      const event = events.find((one) => one.id === id);
      expect([event?.merchant, JSON.parse(event?.payload ?? '')]).toEqual([shop.id, { charge }]);
      expect(steps.find((one) => one.id === id)?.step).toBe(`${shop.id} 2 pending expired expire`);
    }
  });
});
