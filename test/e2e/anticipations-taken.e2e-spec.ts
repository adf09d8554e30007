import { partFor } from '../../src/anticipations/plan/anticipation-plan.rules';
import { addDays, localDay } from '../../src/common/calendar';
import { ProviderTimeoutService } from '../../src/providers';
import { type Answer, eventsOf, eventually, type JsonBody, useService } from '../support';
import { Anticipating } from '../support/anticipations';
import { park, spoil, runNow } from '../support/sandbox';

const service = useService({ worker: true });
let bench: Anticipating;
beforeEach(async () => (bench = await Anticipating.open(service)));

const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const events = async (id: string): Promise<string[]> =>
  (await eventsOf(service.dataSource, id)).map(({ type }) => type);

/** What the receivables of an anticipation come to, worked out from what each of them is now. */
async function expectWorkedOut(id: string, receivables: readonly JsonBody[]): Promise<void> {
  const anticipation = await bench.read(id);
  const parts = receivables.flatMap(
    ({ id: receivableId, due_date, net }) =>
      partFor({ id: receivableId, dueDate: due_date, netCents: net }, 15_000, anticipation.payment_date) ??
      [],
  );
  const amount = parts.reduce((total, { netCents }) => total + netCents, 0);
  const fee = parts.reduce((total, { feeCents }) => total + feeCents, 0);
  expect(anticipation).toMatchObject({ amount, fee, payout: amount - fee, count: parts.length });
  expect(
    (await bench.items(id)).map(({ receivable_id, net, fee: cents }) => [receivable_id, net, cents]),
  ).toEqual(parts.map(({ receivableId, netCents, feeCents }) => [receivableId, netCents, feeCents]));
}

describe('What takes from receivables in an unpaid anticipation (money contract §16)', () => {
  it('a refund takes from them as from any other, and fee and payout are worked out anew', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const { id, version } = await bench.waiting();
    const refund = (await bench.refund(chargeId, 13_333)).body.data;
    expect(refund).toMatchObject({ status: 'succeeded', amount: 13_333 });
    const [first, second, third] = await bench.receivablesOf(chargeId);
    expect([third, second, first]).toMatchObject([
      { status: 'cancelled', net: 0, anticipation_id: null },
      { status: 'waiting_funds', net: 6_667, anticipation_id: id },
      { status: 'waiting_funds', net: 10_000, anticipation_id: id },
    ]);
    await expectWorkedOut(id, [first, second]);
    expect((await bench.read(id)).version).toBe(Number(version) + 1);
    const paid = await bench.payNow(id);
    expect([paid.status, paid.body.data]).toMatchObject([200, { status: 'paid', amount: 16_667, count: 2 }]);
    expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: paid.body.data.payout });
    // From here on a refund takes what is available: that is less than all, and the rest is owed.
    expect((await bench.refund(chargeId)).status).toBe(201);
    expect(await bench.balances()).toMatchObject({ available: 0, debt: -paid.body.data.fee });
  });

  it('what takes all of it cancels it', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const { id } = await bench.waiting();
    await bench.refund(chargeId);
    expect(await bench.read(id)).toMatchObject({
      ...{ status: 'cancelled', amount: 0, fee: 0, payout: 0, count: 0, average_days: 0 },
    });
    expect(await bench.items(id)).toEqual([]);
    expect(await events(id)).toEqual(['anticipation.approved', 'anticipation.cancelled']);
    expect(outcome(await bench.payNow(id))).toEqual([409, 'INVALID_STATE']);
    expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: 0 });
  });

  it('a refund that fails puts back what it took from one that stayed; one that was taken whole waits for its day', async () => {
    const chargeId = await bench.sold(30_000, 3, {});
    const { id } = await bench.waiting();
    await spoil(service, 'refund', 'refused');
    await bench.refund(chargeId, 12_000);
    const receivables = await bench.receivablesOf(chargeId);
    expect(receivables).toMatchObject([
      { status: 'waiting_funds', net: 10_000, anticipation_id: id },
      { status: 'waiting_funds', net: 10_000, anticipation_id: id },
      { status: 'waiting_funds', net: 10_000, anticipation_id: null },
    ]);
    await expectWorkedOut(id, receivables.slice(0, 2));
    expect((await bench.simulated()).count).toBe(1);
  });

  it('one of which too little is left to cost anything less goes on waiting for its day', async () => {
    await bench.agree({ monthly_percentage: 30 });
    const chargeId = await bench.sold(30_000, 3);
    const [, second, third] = await bench.receivablesOf(chargeId);
    const { id } = await bench.waiting({ receivable_ids: [second?.id, third?.id] });
    // A cent of what is due in three months is worth nothing today.
    await bench.refund(chargeId, 9_999);
    expect(await bench.receivablesOf(chargeId)).toMatchObject([
      { anticipation_id: null },
      { anticipation_id: id },
      { status: 'waiting_funds', net: 1, anticipation_id: null },
    ]);
    expect(await bench.read(id)).toMatchObject({ amount: 10_000, count: 1 });
  });

  it('a dispute takes from them too; what it gives back is in no anticipation any more', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const other = await bench.sold(9_000, 1);
    const { id } = await bench.waiting();
    await bench.client.post(`/v1/sandbox/charges/${chargeId}/dispute`, { kind: 'chargeback' });
    await expectWorkedOut(id, await bench.receivablesOf(other));
    expect((await bench.read(id)).amount).toBe(9_000);
    const [dispute] = (await bench.client.get(`/v1/disputes?charge_id=${chargeId}`)).body.data;
    expect(dispute.bearers[0].sources).toHaveLength(3);
    await bench.client.post(`/v1/sandbox/disputes/${dispute.id}/win`);
    expect(
      (await bench.receivablesOf(chargeId)).map(({ status, anticipation_id }) => [status, anticipation_id]),
    ).toEqual(Array.from({ length: 3 }, () => ['waiting_funds', null]));
    expect((await bench.read(id)).amount).toBe(9_000);
  });

  it('a refund that fails after it was paid makes what it had taken available', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const { id } = await bench.waiting();
    const timeout = service.api.get(ProviderTimeoutService, { strict: false });
    const replaced = jest.replaceProperty(timeout, 'timeoutMs', 200);
    try {
      await spoil(service, 'refund', 'lost');
      expect((await bench.refund(chargeId, 4_000)).status).toBe(202);
    } finally {
      replaced.restore();
    }
    await park(service);
    expect((await bench.read(id)).amount).toBe(26_000);
    const paid = (await bench.payNow(id)).body.data;
    await spoil(service, 'refund', 'refused');
    await runNow(service);
    await eventually(async () => expect((await bench.balances())['in_transit']).toBe(0));
    expect(await bench.balances()).toMatchObject({
      ...{ waiting_funds: 0, available: Number(paid.payout) + 4_000 },
    });
    expect((await bench.receivablesOf(chargeId))[2]).toMatchObject({ status: 'anticipated', net: 10_000 });
  });
});

describe('Settling and anticipations (money contract § 14)', () => {
  it('the sandbox leaves those alone that wait in an unpaid anticipation', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const { id } = await bench.waiting({ payout: 1 });
    const until_date = addDays(localDay(new Date()), 200);
    const settled = await bench.client.post('/v1/sandbox/receivables/settle', { until_date });
    expect(settled.body.data).toMatchObject({ receivables: 2, amount: 20_000 });
    expect((await bench.receivablesOf(chargeId)).map(({ status }) => status)).toEqual([
      ...['waiting_funds', 'settled', 'settled'],
    ]);
    const paid = (await bench.payNow(id)).body.data;
    expect(await bench.balances()).toMatchObject({
      waiting_funds: 0,
      available: 20_000 + Number(paid.payout),
    });
    await bench.sold(3_000, 1);
    const cancelled = await bench.waiting();
    expect((await bench.cancel(cancelled.id)).body.data).toMatchObject({
      status: 'cancelled',
      amount: 3_000,
    });
    expect(await bench.items(cancelled.id)).toMatchObject([{ net: 3_000 }]);
    expect(await events(cancelled.id)).toEqual(['anticipation.approved', 'anticipation.cancelled']);
    const again = await bench.client.post('/v1/sandbox/receivables/settle', { until_date });
    expect(again.body.data).toMatchObject({ receivables: 1, amount: 3_000 });
    expect(outcome(await bench.cancel(cancelled.id))).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await bench.cancel(id))).toEqual([409, 'INVALID_STATE']);
  });
});
