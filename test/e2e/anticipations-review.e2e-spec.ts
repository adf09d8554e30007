import { randomUUID } from 'node:crypto';
import { addDays, localDay } from '../../src/common/calendar';
import { type Answer, auditOf, eventsOf, type JsonBody, useService } from '../support';
import { Anticipating } from '../support/anticipations';

const service = useService({ worker: true });
let bench: Anticipating;
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const path = (id: unknown, what: string): string => `/v1/review/anticipations/${String(id)}/${what}`;

/** Above 10,000 cents an operator decides. */
beforeEach(async () => (bench = await Anticipating.open(service, { automatic_up_to: 10_000 })));

describe('What an operator decides on (money contract §§ 16 and 20)', () => {
  it('is what is above automatic_up_to of the terms, its fee not counted', async () => {
    await bench.sold(30_000, 3);
    expect(await bench.waiting({ payout: 1 })).toMatchObject({ amount: 10_000, status: 'approved' });
    expect(await bench.waiting()).toMatchObject({ amount: 20_000, status: 'pending', decided_at: null });
  });

  it('waits in a queue, oldest first, for treasurers and administrators', async () => {
    await bench.sold(60_000, 6);
    const first = await bench.waiting({ payout: 10_001 });
    const second = await bench.waiting({ payout: 10_001 });
    await bench.waiting({ payout: 1 });
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    const queue = `/v1/review/anticipations?status=pending&merchant_id=${bench.merchant.id}`;
    const { data } = (await treasurer.get(queue)).body;
    expect(data.map(({ id }: JsonBody) => id)).toEqual([first.id, second.id]);
    expect(data[0]).toMatchObject({
      ...first,
      ...{ merchant_id: bench.merchant.id, merchant_name: expect.any(String), merchant_mode: 'test' },
      wallet_name: expect.any(String),
    });
    const found = await treasurer.get(`/v1/review/anticipations?search=${String(second.id)}`);
    expect(found.body.data).toHaveLength(1);
    expect((await treasurer.get(`/v1/review/anticipations/${String(first.id)}`)).body.data).toEqual(data[0]);
    const receivables = await treasurer.get(path(first.id, 'receivables?limit=1&page=2&sort=due_date'));
    expect(receivables.body.data).toEqual((await bench.items(first.id)).slice(1, 2));
    expect(receivables.body.pagination).toMatchObject({ total: first.count, page: 2 });
    for (const what of ['', '/receivables'])
      expect(outcome(await treasurer.get(`/v1/review/anticipations/${randomUUID()}${what}`))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    for (const role of ['viewer', 'reviewer'] as const) {
      const { client } = await service.operator({ role });
      expect((await client.get(queue)).status).toBe(200);
      expect((await client.post(path(first.id, 'approve'))).status).toBe(403);
      expect((await client.post(path(first.id, 'refuse'), { code: 'other' })).status).toBe(403);
    }
    expect(outcome(await treasurer.post(path(first.id, 'approve'), {}, { 'if-match': '"9"' }))).toEqual([
      409,
      'STALE_VERSION',
    ]);
    expect(outcome(await treasurer.post(path(randomUUID(), 'approve')))).toEqual([404, 'NOT_FOUND']);
    const approved = await treasurer.post(path(first.id, 'approve'), {}, { 'if-match': '"1"' });
    expect([approved.status, approved.body.data]).toMatchObject([
      200,
      { status: 'approved', decided_at: expect.any(String), paid_at: null, version: 2 },
    ]);
    expect(outcome(await treasurer.post(path(first.id, 'approve')))).toEqual([409, 'INVALID_STATE']);
    expect((await bench.payNow(first.id)).body.data.status).toBe('paid');
    expect((await eventsOf(service.dataSource, String(first.id))).map(({ type }) => type)).toEqual([
      ...['anticipation.pending', 'anticipation.approved', 'anticipation.paid'],
    ]);
  });

  it('refused, its receivables wait for their days again, and its merchant is told why', async () => {
    const chargeId = await bench.sold(30_000, 3);
    const asked = await bench.waiting();
    const refuse = (body: object) => bench.decide(asked.id, 'refuse', body);
    expect((await refuse({})).status).toBe(422);
    expect((await refuse({ code: 'dislike' })).status).toBe(422);
    expect((await refuse({ code: 'other', message: 'x'.repeat(501) })).status).toBe(422);
    const message = 'Vendas muito recentes.';
    const refused = await refuse({ code: 'insufficient_history', message });
    expect([refused.status, refused.body.data]).toMatchObject([
      200,
      {
        status: 'refused',
        refusal: { code: 'insufficient_history', message },
        decided_at: expect.any(String),
      },
    ]);
    expect(await bench.read(asked.id)).toMatchObject({ amount: 30_000, count: 3, refusal: { message } });
    expect(await bench.items(asked.id)).toHaveLength(3);
    expect(await bench.receivablesOf(chargeId)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        status: 'waiting_funds',
        anticipation_id: null,
        anticipation_fee: 0,
      })),
    );
    for (const again of [await refuse({ code: 'other' }), await bench.decide(asked.id, 'approve')])
      expect(outcome(again)).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await bench.cancel(asked.id))).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await bench.payNow(asked.id))).toEqual([409, 'INVALID_STATE']);
    // They may be asked for anew, and a refund takes of them alone.
    const again = await bench.waiting();
    expect(again.amount).toBe(30_000);
    await bench.refund(chargeId, 15_000);
    expect(await bench.read(again.id)).toMatchObject({ amount: 15_000, count: 2 });
    expect(await bench.read(asked.id)).toMatchObject({ amount: 30_000, count: 3 });
    const silent = await bench.decide(again.id, 'refuse', { code: 'suspected_fraud' });
    expect(silent.body.data.refusal).toEqual({
      code: 'suspected_fraud',
      message: 'The platform suspects fraud.',
    });
  });

  it('pending ones are not paid by the sandbox, and are taken back by who asked', async () => {
    await bench.sold();
    const asked = await bench.waiting();
    expect(outcome(await bench.payNow(asked.id))).toEqual([409, 'INVALID_STATE']);
    const cancelled = await bench.cancel(asked.id);
    expect([cancelled.status, cancelled.body.data]).toMatchObject([
      200,
      { status: 'cancelled', amount: 30_000, decided_at: null },
    ]);
    expect(await bench.waiting()).toMatchObject({ amount: 30_000 });
  });

  it('is written into the audit log', async () => {
    await bench.sold();
    const asked = await bench.waiting();
    await bench.decide(asked.id, 'approve');
    const { client } = await service.operator({ role: 'admin' });
    const { data } = (await client.get(`/v1/review/audit?target_id=${String(asked.id)}`)).body;
    expect(data).toMatchObject([{ action: 'anticipation.approved', details: { amount: 30_000 } }]);
    await bench.sold();
    const { id } = await bench.waiting();
    await bench.decide(id, 'refuse', { code: 'insufficient_history', message: 'Vendas recentes.' });
    expect(await auditOf(service, String(id))).toMatchObject([
      { action: 'anticipation.refused', details: { amount: 30_000, code: 'insufficient_history' } },
    ]);
  });
});

describe('The database keeps anticipations as they are', () => {
  const refused = async (sql: string, id: unknown): Promise<void> => {
    await expect(service.dataSource.query(sql, [id])).rejects.toThrow();
  };

  it('an open one sums to its receivables, and only they and its day change', async () => {
    await bench.sold();
    const { id } = await bench.waiting();
    for (const change of [
      'amount_cents = amount_cents + 1, payout_cents = payout_cents + 1',
      'fee_cents = fee_cents + 1, payout_cents = payout_cents - 1',
      'count = count + 1',
      'monthly_percentage_ppm = 0',
      'wallet_id = gen_random_uuid()',
      `payment_date = payment_date - 1`,
      `status = 'paid'`,
      `status = 'refused', decided_at = now()`,
      `status = 'cancelled', count = 0, amount_cents = 0, fee_cents = 0, payout_cents = 0`,
    ])
      await refused(`UPDATE anticipations SET ${change} WHERE id = $1`, id);
    await refused('DELETE FROM anticipations WHERE id = $1', id);
    for (const change of ['net_cents = fee_cents', 'days = 0', 'due_date = due_date + 1', `state = 'lost'`])
      await refused(`UPDATE anticipation_items SET ${change} WHERE anticipation_id = $1`, id);
    await refused('DELETE FROM anticipation_items WHERE anticipation_id = $1', id);
    for (const change of [
      'anticipation_fee_cents = 1',
      `status = 'settled', settled_at = now()`,
      'encumbered_cents = 1',
    ])
      await refused(`UPDATE receivables SET ${change} WHERE anticipation_id = $1`, id);
  });

  it('a receivable is in one that is open or paid at a time; what has ended stays so', async () => {
    await bench.sold();
    const { id } = await bench.waiting();
    await bench.cancel(id);
    await bench.waiting();
    await refused(`UPDATE anticipation_items SET state = 'open' WHERE anticipation_id = $1`, id);
    await refused(`UPDATE anticipations SET status = 'pending', version = version + 1 WHERE id = $1`, id);
    await expect(
      service.dataSource.query(
        `INSERT INTO anticipation_items (merchant_id, anticipation_id, receivable_id, due_date, net_cents, days, fee_cents, state)
         SELECT merchant_id, $1, receivable_id, due_date, net_cents, days, fee_cents, 'open' FROM anticipation_items
          WHERE anticipation_id <> $1 AND merchant_id = $2`,
        [id, bench.merchant.id],
      ),
    ).rejects.toThrow(/pk_anticipation_items|uq_anticipation_items_receivable/);
    const until_date = addDays(localDay(new Date()), 400);
    await bench.client.post('/v1/sandbox/receivables/settle', { until_date });
  });
});
