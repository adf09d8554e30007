import { randomUUID } from 'node:crypto';
import { addDays, localDay } from '../../src/common/calendar';
import { type Answer, type JsonBody, useService } from '../support';
import { Anticipating } from '../support/anticipations';

const service = useService({ worker: true });
let bench: Anticipating;
beforeEach(async () => (bench = await Anticipating.open(service)));

const today = () => localDay(new Date());
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const faults = ({ body }: Answer): string[] =>
  ((body.details ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

describe('What is eligible (money contract §16)', () => {
  it('waits, was paid by credit card, and leaves something', async () => {
    await bench.charging.paidPix();
    const settled = await bench.sold(3_000, 1);
    await bench.client.post('/v1/sandbox/receivables/settle', { until_date: addDays(today(), 40) });
    const sold = await bench.sold(30_000, 3);
    const [first, second, third] = (await bench.receivablesOf(sold)).map(({ id }) => id as string);
    const ids = async () =>
      (await bench.simulated()).items.map(({ receivable_id }: JsonBody) => receivable_id as string);
    expect(await ids()).toEqual([first, second, third]);
    await service.dataSource.query('UPDATE receivables SET encumbered_cents = 1 WHERE id = $1', [second]);
    expect(await ids()).toEqual([first, third]);
    expect(faults(await bench.simulate({ receivable_ids: [first, second, randomUUID()] }))).toEqual([
      ...['receivable_ids[1] not_eligible', 'receivable_ids[2] not_eligible'],
    ]);
    const [gone] = await bench.receivablesOf(settled);
    expect(outcome(await bench.simulate({ receivable_ids: [gone?.id] }))).toEqual([
      422,
      'NOTHING_TO_ANTICIPATE',
    ]);
    // At 40 % a month nothing is left of what is due in more than 75 days.
    await bench.agree({ monthly_percentage: 40 });
    expect(await ids()).toEqual([first]);
  });

  it('is of the wallet that asks, and of nobody else', async () => {
    const split_rules = [
      { recipient_id: bench.merchant.id, percentage: 50 },
      { recipient_id: bench.seller, percentage: 50 },
    ];
    const chargeId = await bench.sold(30_000, 3, { split_rules });
    const [own] = await bench.receivablesOf(chargeId);
    const [sellers] = await bench.receivablesOf(chargeId, bench.seller);
    expect((await bench.simulated()).amount).toBe(15_000);
    expect((await bench.simulated({ wallet_id: bench.seller.toUpperCase() })).amount).toBe(15_000);
    expect(outcome(await bench.simulate({ receivable_ids: [sellers?.id] }))).toEqual([
      422,
      'NOTHING_TO_ANTICIPATE',
    ]);
    const asked = await bench.waiting({ wallet_id: bench.seller, receivable_ids: [sellers?.id] });
    expect(asked.wallet_id).toBe(bench.seller);
    expect((await bench.payNow(asked.id)).status).toBe(200);
    expect(await bench.balances(bench.seller)).toMatchObject({
      available: asked.payout,
      waiting_funds: 10_000,
    });
    const stranger = await Anticipating.open(service);
    expect(outcome(await stranger.simulate({ wallet_id: bench.seller }))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await stranger.simulate({ receivable_ids: [own?.id] }))).toEqual([
      422,
      'NOTHING_TO_ANTICIPATE',
    ]);
    expect((await stranger.client.get(`/v1/anticipations/${asked.id}`)).status).toBe(404);
    expect((await stranger.client.get(`/v1/anticipations/${asked.id}/receivables`)).status).toBe(404);
    expect(outcome(await stranger.cancel(asked.id))).toEqual([404, 'NOT_FOUND']);
  });
});
