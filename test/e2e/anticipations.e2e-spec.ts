import { randomUUID } from 'node:crypto';
import { addDays, BankCalendar, daysBetween, localDay, startOfDay } from '../../src/common/calendar';
import { partFor } from '../../src/anticipations/plan/anticipation-plan.rules';
import {
  type Answer,
  eventsOf,
  eventually,
  type JsonBody,
  startService,
  type TestService,
  TimeMachine,
} from '../support';
import { Anticipating } from '../support/anticipations';

let machine: TimeMachine;
let app: TestService;
let bench: Anticipating;

/** It is ten o'clock of a business day. */
beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
  const day = new BankCalendar().nextBusinessDay(addDays(localDay(new Date()), 1));
  await machine.advance((startOfDay(day).getTime() + 10 * 3_600_000 - Date.now()) / 1_000);
});
beforeEach(async () => (bench = await Anticipating.open(app)));
afterAll(() => app.stop());

const today = () => localDay(machine.now());
const tomorrow = () => new BankCalendar().nextBusinessDay(addDays(today(), 1));
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const faults = ({ body }: Answer): string[] =>
  ((body.details ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
const sum = (items: readonly JsonBody[], of: string): number =>
  items.reduce((total: number, item) => total + Number(item[of]), 0);

describe('Simulating an anticipation (money contract §16)', () => {
  it('says what all that is eligible costs, day by day, and binds nothing', async () => {
    const chargeId = await bench.sold(30_001, 3);
    const receivables = await bench.receivablesOf(chargeId);
    const simulated = await bench.simulated();
    const parts = receivables.map(({ id, due_date, net }) =>
      partFor({ id, dueDate: due_date, netCents: net }, 15_000, today()),
    );
    expect(simulated).toEqual({
      ...{ amount: 30_001, fee: sum(simulated.items, 'fee'), payout: sum(simulated.items, 'payout') },
      ...{ monthly_percentage: 1.5, payment_date: today(), count: 3, average_days: expect.any(Number) },
      items: parts.map((part) => ({
        ...{ receivable_id: part?.receivableId, net: part?.netCents, days: part?.days, fee: part?.feeCents },
        payout: Number(part?.netCents) - Number(part?.feeCents),
      })),
    });
    expect(simulated.items[0].days).toBe(daysBetween(today(), receivables[0]?.due_date));
    expect(Number(simulated.fee) + Number(simulated.payout)).toBe(simulated.amount);
    expect(await bench.receivablesOf(chargeId)).toEqual(receivables);
    expect((await bench.client.get('/v1/anticipations')).body.data).toEqual([]);
  });

  it('a payout takes the shortest run that reaches it, the nearest or the farthest due first', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const ids = (await bench.receivablesOf(chargeId)).map(({ id }) => id as string);
    const all = await bench.simulated();
    const first = all.items[0].payout as number;
    const taken = async (body: object) =>
      (await bench.simulated(body)).items.map(({ receivable_id }: JsonBody) => ids.indexOf(receivable_id));
    expect(await taken({ payout: 1 })).toEqual([0]);
    expect(await taken({ payout: first })).toEqual([0]);
    expect(await taken({ payout: first + 1 })).toEqual([0, 1]);
    expect(await taken({ payout: 1, timeframe: 'end' })).toEqual([2]);
    expect(await taken({ payout: all.payout, timeframe: 'end' })).toEqual([2, 1, 0]);
    expect(outcome(await bench.simulate({ payout: Number(all.payout) + 1 }))).toEqual([
      422,
      'ANTICIPATION_TOO_LARGE',
    ]);
    expect(await taken({ receivable_ids: [ids[2], ids[0]] })).toEqual([0, 2]);
  });

  it('takes those due on one day by their ids', async () => {
    const charges = await Promise.all(Array.from({ length: 4 }, () => bench.sold(10_000, 1)));
    const receivables = (await Promise.all(charges.map((id) => bench.receivablesOf(id)))).flat();
    expect(new Set(receivables.map(({ due_date }) => due_date as string)).size).toBe(1);
    const ids = receivables.map(({ id }) => id as string).sort();
    for (const timeframe of ['start', 'end']) {
      const taken = async (body: object): Promise<unknown> =>
        (await bench.simulated({ timeframe, ...body })).items.map((one: JsonBody) => one.receivable_id);
      expect(await taken({ payout: 1 })).toEqual(ids.slice(0, 1));
      expect(await taken({})).toEqual(ids);
    }
  });

  it('takes a business day within thirty days, and no other', async () => {
    await bench.sold();
    const named = async (payment_date: string) => faults(await bench.simulate({ payment_date }));
    const saturday = addDays(today(), (6 - new Date(`${today()}T12:00:00Z`).getUTCDay() + 7) % 7);
    expect(await named(addDays(today(), -1))).toEqual(['payment_date too_early']);
    expect(await named(addDays(today(), 31))).toEqual(['payment_date too_late']);
    expect(await named(saturday)).toEqual(['payment_date not_a_business_day']);
    expect(await named('2026-02-30')).toEqual(['payment_date invalid_date']);
    const later = await bench.simulated({ payment_date: tomorrow() });
    const now = await bench.simulated();
    expect(later.payment_date).toBe(tomorrow());
    expect(later.items[0].days).toBe(now.items[0].days - daysBetween(today(), tomorrow()));
    expect(later.fee).toBeLessThan(now.fee);
  });

  it('refuses what it cannot read', async () => {
    const ids = Array.from({ length: 501 }, () => randomUUID());
    const twice = randomUUID();
    for (const [body, fault] of [
      [{ payout: 0 }, 'payout too_small'],
      [{ payout: 1.5 }, 'payout invalid_type'],
      [{ timeframe: 'middle' }, 'timeframe not_allowed'],
      [{ receivable_ids: [] }, 'receivable_ids too_few'],
      [{ receivable_ids: ids }, 'receivable_ids too_many'],
      [{ receivable_ids: 'x' }, 'receivable_ids invalid_type'],
      [{ receivable_ids: ['x'] }, 'receivable_ids[0] invalid_uuid'],
      [{ receivable_ids: [twice, twice.toUpperCase()] }, 'receivable_ids[1] duplicate'],
      [{ payout: 1, receivable_ids: [twice] }, 'payout not_allowed'],
      [{ wallet_id: 'x' }, 'wallet_id invalid_uuid'],
      [{ max_fee: -1 }, 'max_fee too_small'],
      [{ source: 'api' }, 'source unknown_field'],
    ] as const) {
      const answer = await bench.simulate(body);
      expect([body, answer.status, faults(answer)]).toEqual([body, 422, [fault]]);
    }
    expect(outcome(await bench.simulate({ wallet_id: randomUUID() }))).toEqual([404, 'NOT_FOUND']);
  });

  it('is not there for who has no such terms, and for who has nothing', async () => {
    expect(outcome(await bench.simulate())).toEqual([422, 'NOTHING_TO_ANTICIPATE']);
    await bench.sold();
    await bench.agree({ enabled: false });
    expect(outcome(await bench.simulate())).toEqual([409, 'ANTICIPATION_NOT_ENABLED']);
    expect(outcome(await bench.ask())).toEqual([409, 'ANTICIPATION_NOT_ENABLED']);
  });
});

describe('Asking for an anticipation (money contract §16)', () => {
  it('whose day is today is paid at once, to the cent that was simulated', async () => {
    const chargeId = await bench.sold(30_001, 3);
    const simulated = await bench.simulated();
    const asked = await bench.asked({ max_fee: simulated.fee, external_id: 'antecipação-1' });
    expect(asked).toEqual({
      id: expect.any(String),
      ...{ wallet_id: bench.merchant.id, amount: 30_001, fee: simulated.fee, payout: simulated.payout },
      ...{ monthly_percentage: 1.5, count: 3, average_days: simulated.average_days, timeframe: 'start' },
      ...{
        payment_date: today(),
        status: 'paid',
        refusal: null,
        source: 'api',
        external_id: 'antecipação-1',
      },
      ...{ version: 2, created_at: expect.any(String), decided_at: asked.created_at },
      paid_at: expect.any(String),
    });
    expect(await bench.read(asked.id)).toEqual(asked);
    expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: asked.payout });
    expect((await bench.book())['fees:anticipation']).toBe(asked.fee);
    for (const [index, receivable] of (await bench.receivablesOf(chargeId)).entries())
      expect(receivable).toMatchObject({
        ...{ status: 'anticipated', anticipation_id: asked.id, settled_at: null, settlement_id: null },
        anticipation_fee: simulated.items[index].fee,
      });
    expect((await eventsOf(app.dataSource, asked.id)).map(({ type }) => type)).toEqual([
      ...['anticipation.approved', 'anticipation.paid'],
    ]);
    await eventually(async () => {
      const path = `/v1/wallets/${bench.merchant.id}/entries?kind=anticipation`;
      expect((await bench.client.get(path)).body.data).toMatchObject([
        {
          ...{ kind: 'anticipation', direction: 'credit', amount: asked.payout },
          ...{ reference: `anticipation:${asked.id}:paid`, resource: { type: 'anticipation', id: asked.id } },
        },
      ]);
    });
    const { data } = (await bench.client.get(`/v1/receivables?anticipation_id=${asked.id}`)).body;
    expect(data).toHaveLength(3);
  });

  it('whose day comes later waits for it, and its receivables are in no other one', async () => {
    await bench.sold(30_000, 3);
    const asked = await bench.asked({ payment_date: tomorrow(), payout: 1, timeframe: 'end' });
    expect(asked).toMatchObject({ status: 'approved', count: 1, timeframe: 'end', paid_at: null });
    expect((await bench.simulated()).count).toBe(2);
    const [item, ...others] = await bench.items(asked.id);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ net: 10_000, installment: 3, installments: 3, fee: asked.fee });
    expect(outcome(await bench.ask({ receivable_ids: [item?.receivable_id] }))).toEqual([
      422,
      'NOTHING_TO_ANTICIPATE',
    ]);
    const receivable = (await bench.client.get(`/v1/receivables/${item?.receivable_id}`)).body.data;
    expect(receivable).toMatchObject({
      status: 'waiting_funds',
      anticipation_id: asked.id,
      anticipation_fee: 0,
    });
    expect(await bench.balances()).toMatchObject({ waiting_funds: 30_000, available: 0 });
  });

  it('is not made when it costs more than max_fee', async () => {
    await bench.sold();
    const { fee } = await bench.simulated();
    expect(outcome(await bench.ask({ max_fee: fee - 1 }))).toEqual([409, 'ANTICIPATION_CHANGED']);
    expect((await bench.asked({ max_fee: fee })).status).toBe('paid');
    await bench.sold();
    await bench.agree({ monthly_percentage: 0 });
    expect(await bench.asked({ max_fee: 0 })).toMatchObject({ fee: 0, payout: 30_000, status: 'paid' });
  });

  it('needs a key and the scope for it, and is made once', async () => {
    await bench.sold();
    expect(outcome(await bench.client.post('/v1/anticipations', {}))).toEqual([
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    ]);
    const key = randomUUID();
    const answers = [await bench.ask({ payout: 1 }, key), await bench.ask({ payout: 1 }, key)];
    expect(answers.map(({ body }) => body.data.id)).toEqual([
      answers[0]?.body.data.id,
      answers[0]?.body.data.id,
    ]);
    expect((await bench.client.get('/v1/anticipations')).body.pagination.total).toBe(1);
  });

  it('is not for frozen wallets', async () => {
    await bench.sold();
    const treasurer = (await app.operator({ role: 'treasurer' })).client;
    await treasurer.post(`/v1/review/wallets/${bench.merchant.id}/freeze`, { reason: 'Investigação.' });
    expect(outcome(await bench.simulate())).toEqual([409, 'WALLET_FROZEN']);
    expect(outcome(await bench.ask())).toEqual([409, 'WALLET_FROZEN']);
  });

  it('is listed, searched and summed up', async () => {
    await bench.sold(30_000, 3);
    const paid = await bench.asked({ payout: 1, external_id: 'Lote-7' });
    const waiting = await bench.asked({ payout: 1, payment_date: tomorrow() });
    const listed = async (query: string): Promise<unknown[]> => {
      const answer = await bench.client.get(`/v1/anticipations${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      return answer.body.data.map(({ id }: JsonBody) => id);
    };
    expect(await listed('')).toEqual([waiting.id, paid.id]);
    expect(await listed('?status=paid')).toEqual([paid.id]);
    expect(await listed('?status=approved,pending')).toEqual([waiting.id]);
    expect(await listed('?search=lote-7')).toEqual([paid.id]);
    expect(await listed(`?search=${String(waiting.id).slice(4, 20)}`)).toEqual([waiting.id]);
    expect(await listed('?external_id=Lote-7')).toEqual([paid.id]);
    expect(await listed(`?wallet_id=${bench.seller}`)).toEqual([]);
    expect(await listed('?date_to=2020-01-01')).toEqual([]);
    expect((await bench.client.get('/v1/anticipations?status=gone')).status).toBe(422);
    const summary = (await bench.client.get('/v1/anticipations/summary')).body.data;
    expect(summary).toEqual({
      total: { count: 2, amount: 20_000, fee: Number(paid.fee) + Number(waiting.fee) },
      groups: [
        { key: 'approved', count: 1, amount: 10_000, fee: waiting.fee },
        { key: 'paid', count: 1, amount: 10_000, fee: paid.fee },
      ],
    });
    const ofSeller = await bench.client.get(`/v1/anticipations/summary?wallet_id=${bench.seller}`);
    expect(ofSeller.body.data).toEqual({ total: { count: 0, amount: 0, fee: 0 }, groups: [] });
    expect((await bench.client.get(`/v1/anticipations/summary?wallet_id=${randomUUID()}`)).status).toBe(404);
  });
});
