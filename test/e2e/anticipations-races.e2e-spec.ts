import { randomUUID } from 'node:crypto';
import { PayAnticipationsTask } from '../../src/anticipations/pay/pay-anticipations.task';
import { type Answer, eventsOf, eventually, type JsonBody, patiently, useService } from '../support';
import { Anticipating } from '../support/anticipations';

const service = useService({ worker: true });
let bench: Anticipating;
beforeEach(async () => (bench = await Anticipating.open(service)));

const ROUNDS = 8;
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
const only = (answers: readonly Answer[], status: number): JsonBody[] =>
  answers.filter((answer) => answer.status === status).map(({ body }) => body.data);

/** Its day is today, whatever today is. It costs nothing: then nothing else changes with its day but the days. */
async function due(id: unknown): Promise<void> {
  const { dataSource } = service;
  await dataSource.query('ALTER TABLE anticipations DISABLE TRIGGER tr_anticipations_kept');
  await dataSource.query(`
    UPDATE anticipations SET payment_date = (now() AT TIME ZONE 'America/Sao_Paulo')::date WHERE id = '${String(id)}';
    UPDATE anticipation_items i SET days = i.due_date - a.payment_date FROM anticipations a
     WHERE a.id = i.anticipation_id AND a.id = '${String(id)}'`);
  await dataSource.query('ALTER TABLE anticipations ENABLE TRIGGER tr_anticipations_kept');
}

describe('Several at once (money contract §§ 16 and 21)', () => {
  it('two of the same receivables: each of these is in one', async () => {
    await bench.sold(30_000, 3);
    const ids = (await bench.simulated()).items.map(({ receivable_id }: JsonBody) => receivable_id as string);
    const named = await Promise.all(
      Array.from({ length: 4 }, () =>
        patiently(() => bench.ask({ receivable_ids: ids, payment_date: bench.later })),
      ),
    );
    expect(statuses(named)).toEqual([201, 422, 422, 422]);
    const [first] = only(named, 201);
    await bench.cancel(first?.id);
    // Who names none takes what the others have left.
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => patiently(() => bench.ask({ payout: 1, payment_date: bench.later }))),
    );
    expect(statuses(taken)).toEqual([201, 201, 201, 422, 422]);
    const items = (await Promise.all(only(taken, 201).map(({ id }) => bench.items(id)))).flat();
    expect(items.map(({ receivable_id }) => receivable_id as string).sort()).toEqual([...ids].sort());
  });

  it('the same request twice under one key is made once', async () => {
    await bench.sold();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => patiently(() => bench.ask({ payment_date: bench.later }, key))),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('an anticipation and a refund: what is taken is paid early to nobody', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chargeId = await bench.sold(30_000, 3);
      const before = await bench.balances();
      const [asked, refunded] = await Promise.all([
        patiently(() => bench.ask({ payment_date: bench.later })),
        patiently(() => bench.refund(chargeId, 17_000)),
      ]);
      expect([asked.status, refunded.status]).toEqual([201, 201]);
      const { id } = asked.body.data;
      // Whichever came first: what is left is 13,000, in the two that are due first.
      expect(await bench.read(id)).toMatchObject({ amount: 13_000, count: 2 });
      const [paid, again] = await Promise.all([
        patiently(() => bench.payNow(id)),
        patiently(() => bench.refund(chargeId, 5_000)),
      ]);
      expect([paid.status, again.status]).toEqual([200, 201]);
      const { amount, payout, status } = await bench.read(id);
      expect([8_000, 13_000]).toContain(amount);
      expect(status).toBe('paid');
      const after = await bench.balances();
      const taken = Number(amount) === 13_000 ? 5_000 : 0;
      expect(after['available']! + after['debt']!).toBe(
        before['available']! + before['debt']! + Number(payout) - taken,
      );
      expect(after['waiting_funds']).toBe(0);
    }
  });

  it('an anticipation and a chargeback: all of it is taken, and none is paid early', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chargeId = await bench.sold(30_000, 3);
      const dispute = () =>
        bench.client.post(`/v1/sandbox/charges/${chargeId}/dispute`, { kind: 'chargeback' });
      const [asked, disputed] = await Promise.all([
        patiently(() => bench.ask({ payment_date: bench.later })),
        patiently(dispute),
      ]);
      expect(disputed.status).toBe(200);
      expect([201, 422]).toContain(asked.status);
      if (asked.status === 201)
        expect(await bench.read(asked.body.data.id)).toMatchObject({ status: 'cancelled', amount: 0 });
      expect(await bench.balances()).toMatchObject({ waiting_funds: 0, available: 0 });
    }
  });

  it('approved twice, refused and cancelled: one counts', async () => {
    await bench.agree({ automatic_up_to: 1 });
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const path = (id: unknown, what: string) => `/v1/review/anticipations/${String(id)}/${what}`;
    await bench.sold(30_000, 3);
    const { id } = await bench.waiting();
    const twice = await Promise.all(
      Array.from({ length: 4 }, () => patiently(() => treasurer.post(path(id, 'approve')))),
    );
    expect(statuses(twice)).toEqual([200, 409, 409, 409]);
    await bench.cancel(id);
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await bench.waiting();
      const answers = await Promise.all([
        patiently(() => treasurer.post(path(one.id, 'refuse'), { code: 'other' })),
        patiently(() => bench.cancel(one.id)),
        patiently(() => treasurer.post(path(one.id, 'approve'))),
      ]);
      const { status } = await bench.read(one.id);
      expect(['refused', 'cancelled', 'approved']).toContain(status);
      // What was approved may be taken back after it.
      expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(2);
      if (status === 'approved') await bench.cancel(one.id);
    }
    expect((await bench.simulated()).count).toBe(3);
  });

  it('two workers, a sandbox that pays, and a cancellation: paid once or not at all', async () => {
    await bench.agree({ monthly_percentage: 0 });
    const task = service.worker?.get(PayAnticipationsTask, { strict: false });
    for (let round = 0; round < ROUNDS; round += 1) {
      await bench.sold(30_000, 3);
      const { available = 0 } = await bench.balances();
      const { id } = await bench.waiting();
      await due(id);
      const [, , , sandbox, cancelled] = await Promise.all([
        ...[task?.run(), task?.run(), task?.run()],
        patiently(() => bench.payNow(id)),
        patiently(() => bench.cancel(id)),
      ]);
      const { status, payout } = await eventually(async () => {
        const one = await bench.read(id);
        expect(['paid', 'cancelled']).toContain(one.status);
        return one;
      });
      expect([sandbox, cancelled].filter((answer) => answer?.status === 200).length).toBeLessThanOrEqual(1);
      const paid = status === 'paid';
      expect((await bench.balances())['available']).toBe(available + (paid ? Number(payout) : 0));
      expect((await eventsOf(service.dataSource, String(id))).map(({ type }) => type)).toEqual([
        ...['anticipation.approved', paid ? 'anticipation.paid' : 'anticipation.cancelled'],
      ]);
      if (!paid) await bench.payNow((await bench.waiting()).id);
    }
  });
});
