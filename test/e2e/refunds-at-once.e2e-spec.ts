import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import { MakeProviderCallUseCase } from '../../src/providers/calls/make-provider-call.use-case';
import { ProviderCall } from '../../src/providers/calls/provider-call.entity';
import { SubjectsService } from '../../src/providers/subjects.service';
import { type Answer, eventually, MoneyBench, onThisMachine, patiently, useService } from '../support';
import { many, outcomesOf, SLOWLY, transactionsOf as written } from '../support/at-once';
import { inTheWay } from '../support/in-the-way';
import { heldBySandbox, park, runNow, spoil } from '../support/sandbox';

const service = useService({ worker: true });

let bench: MoneyBench;
let another: MoneyBench;

beforeAll(async () => {
  bench = await MoneyBench.open(service);
  another = await MoneyBench.open(service);
});

const refund = (id: string, body: object = {}, key: string = randomUUID(), by = bench): Promise<Answer> =>
  by.merchant.client.post(`/v1/charges/${id}/refund`, body, { 'idempotency-key': key });
/** Charges that are paid, each divided between its merchant and a seller. */
const paid = (count: number, of = bench): Promise<string[]> =>
  many(count, async () => {
    const { id } = await of.charging.paidPix({
      split_rules: [
        { recipient_id: of.merchant.id, percentage: 30 },
        { recipient_id: of.seller, percentage: 70 },
      ],
    });
    return String(id);
  });

const rowsOf = <Row>(sql: string, ids: readonly string[]): Promise<Row[]> =>
  service.dataSource.query<Row[]>(sql, [ids]);
const transactionsOf = (where: string, ids: readonly string[]): Promise<number> =>
  written(service.dataSource, where, ids);

/** What the outcomes of refunds write, what is held until then, and what the sandbox was asked. */
const REFUNDS = 'refunds WHERE charge_id = ANY($1)';
const HELD = `ledger_transactions WHERE reference LIKE 'refund:%:held'
  AND resource_id IN (SELECT id FROM refunds WHERE charge_id = ANY($1))`;
const ASKED = `sandbox_provider.requests WHERE kind = 'refund'
  AND reference IN (SELECT provider_reference FROM charges WHERE id = ANY($1))`;

async function eventsOf(ids: readonly string[]): Promise<{ id: string; type: string; payload: unknown }[]> {
  const rows = await rowsOf<{ id: string; type: string; payload: string }>(
    `SELECT resource_id AS id, type, payload FROM outbox_events
      WHERE type LIKE 'charge.%refund%' AND resource_id = ANY($1) ORDER BY position`,
    ids,
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as unknown }));
}

describe('Refunds that are made at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key, event, money and books', async () => {
    const [ids, theirs] = [await paid(24), await paid(8, another)];
    const all = [...ids, ...theirs];
    const before = { own: await bench.book(), sellers: await bench.balances(bench.seller) };
    const refundAll = (): Promise<Answer[]> =>
      Promise.all([
        ...ids.map((id, index) => refund(id, index % 2 ? { amount: 5_000 } : {}, `refund-${id}`)),
        ...theirs.map((id) => refund(id, {}, `refund-${id}`, another)),
      ]);
    // The holding of all, before the outcome of any.
    await spoil(service, 'refund', 'slow', { delayMs: 400, times: 32 });
    let first: Answer[] = [];
    await inTheWay(service.dataSource, 'charge_status_history', 'STATEMENT', SLOWLY, async () => {
      first = await refundAll();
    });
    expect(outcomesOf(first)).toEqual(Array(32).fill('201'));
    expect(first.map(({ body: { data } }) => [data.charge_id, data.amount, data.status])).toEqual([
      ...ids.map((id, index) => [id, index % 2 ? 5_000 : 10_000, 'succeeded']),
      ...theirs.map((id) => [id, 10_000, 'succeeded']),
    ]);
    for (const where of [HELD, REFUNDS]) expect(await transactionsOf(where, all)).toBeLessThan(20);
    const events = await eventsOf(all);
    expect(events).toHaveLength(32);
    for (const [index, id] of all.entries()) {
      const isPart = index < 24 && index % 2 === 1;
      const type = isPart ? 'charge.partially_refunded' : 'charge.refunded';
      const charge = await (index < 24 ? bench : another).charging.read(id);
      const payload = { charge, refund: first[index]!.body.data };
      expect(events.filter((event) => event.id === id)).toEqual([{ id, type, payload }]);
      expect(await heldBySandbox(service, id)).toMatchObject([{ refunded: isPart ? 5_000 : 10_000 }]);
    }
    const cents = 12 * 10_000 + 12 * 5_000;
    expect((await bench.book())['clearing:sandbox']).toBe((before.own['clearing:sandbox'] ?? 0) + cents);
    expect(await bench.balances(bench.seller)).toMatchObject({
      available: (before.sellers['available'] ?? 0) - (7 * cents) / 10,
      in_transit: before.sellers['in_transit'] ?? 0,
    });
    expect((await refundAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(outcomesOf([await refund(ids[0]!)])).toEqual(['422 REFUND_EXCEEDS_CAPTURED']);
  });

  it('the sandbox takes those of payments that nobody disputes by the same statements', async () => {
    const ids = await paid(24);
    await inTheWay(service.dataSource, 'sandbox_provider.requests', 'STATEMENT', SLOWLY, async () => {
      expect(outcomesOf(await Promise.all(ids.map((id) => refund(id))))).toEqual(Array(24).fill('201'));
    });
    expect(await transactionsOf(ASKED, ids)).toBeLessThan(20);
  });

  it('one that was made before, or that nobody can pay, takes nothing from the others', async () => {
    const [made, ...others] = await paid(9);
    const first = await refund(made!, { amount: 1_000 }, 'made-before');
    await another.agree({ processing: [{ payment_method: 'pix', percentage: 100 }] });
    const theirs = await another.charging.paidPix();
    const wallet = `/v1/review/wallets/${another.merchant.id}`;
    expect((await another.admin.client.patch(wallet, { debt_limit: 0 })).status).toBe(200);
    const before = await bench.balances();
    // Whoever comes while the first is held joins the next group.
    await inTheWay(service.dataSource, 'refunds', 'STATEMENT', SLOWLY, async () => {
      const answers = await Promise.all([
        refund(made!, { amount: 1_000 }, 'made-before'),
        ...others.map((id) => refund(id)),
        refund(theirs.id as string, {}, randomUUID(), another),
        refund(others[0]!, { amount: 10_001 }),
        refund(randomUUID()),
      ]);
      expect(answers[0].text).toBe(first.text);
      expect(outcomesOf(answers.slice(1, 9))).toEqual(Array(8).fill('201'));
      expect(outcomesOf(answers.slice(9))).toEqual([
        '422 INSUFFICIENT_BALANCE',
        '422 REFUND_EXCEEDS_CAPTURED',
        '404 NOT_FOUND',
      ]);
    });
    const after = await bench.balances();
    expect(after['available']).toBe((before['available'] ?? 0) - 8 * 3_000);
    expect(await eventsOf([made!])).toHaveLength(1);
  });

  it('several of one charge are each made, and divide it between them', async () => {
    const [id] = await paid(1);
    const answers = await many(5, (index) =>
      patiently(() => refund(id!, { amount: 2_000 }, `part-${index}`)),
    );
    expect(outcomesOf(answers)).toEqual(Array(5).fill('201'));
    expect(await bench.charging.read(id!)).toMatchObject({ status: 'refunded', amount_refunded: 10_000 });
    expect(await eventsOf([id!])).toHaveLength(5);
    const [split] = await rowsOf<{ cents: number }>(
      `SELECT sum(s.amount_cents)::int AS cents FROM refund_splits s JOIN refunds r USING (merchant_id)
        WHERE r.id = s.refund_id AND r.charge_id = ANY($1) AND s.recipient_id = '${bench.seller}'`,
      [id!],
    );
    expect(split?.cents).toBe(7_000);
  });

  it('one that is made leaves to another of its charge what that has set aside', async () => {
    const [id] = await paid(1);
    await spoil(service, 'refund', 'slow', { delayMs: onThisMachine(500) });
    const first = refund(id!, { amount: 4_000 });
    const pending = (count: number) => async () => {
      expect(await rowsOf(`SELECT FROM ${REFUNDS} AND status = 'pending'`, [id!])).toHaveLength(count);
    };
    await eventually(pending(1));
    await spoil(service, 'refund', 'slow', { delayMs: onThisMachine(1_200) });
    const second = refund(id!, { amount: 6_000 });
    await eventually(pending(2));
    expect((await first).body.data.status).toBe('succeeded');
    await pending(1)();
    const [split] = await rowsOf<{ cents: number }>(
      'SELECT sum(reserved_cents)::int AS cents FROM charge_splits WHERE charge_id = ANY($1)',
      [id!],
    );
    expect(split?.cents).toBe(10_000);
    await second;
    await bench.charging.until(id!, 'refunded');
  });

  it('one whose outcome several write at once is made once', async () => {
    const ids = await paid(4);
    await spoil(service, 'refund', 'silent', { times: 4 });
    expect(outcomesOf(await Promise.all(ids.map((id) => refund(id))))).toEqual(Array(4).fill('202'));
    await park(service);
    const [making, subject] = [
      service.api.get(MakeProviderCallUseCase, { strict: false }),
      service.api.get(SubjectsService, { strict: false }).get('refund'),
    ];
    const refunds = await rowsOf<{ id: string }>(`SELECT id FROM ${REFUNDS}`, ids);
    const subjectId = In(refunds.map(({ id }) => id));
    const calls = await service.dataSource.manager.findBy(ProviderCall, { subjectId });
    expect(calls).toHaveLength(4);
    for (const call of calls) call.attempts = 2;
    const settlements = await Promise.all([...calls, ...calls].map((call) => making.execute(call, subject)));
    expect(settlements.map((settlement) => settlement !== null && 'reply' in settlement)).toEqual(
      Array(8).fill(true),
    );
    expect(await eventsOf(ids)).toHaveLength(4);
    for (const id of ids)
      expect(await bench.charging.read(id)).toMatchObject({ status: 'refunded', version: 3 });
  });

  it('one that the database or its provider refuses is so alone, and is made when that ends', async () => {
    const [refused, ...others] = await paid(12);
    const refusal = `IF NEW.charge_id = '${refused}' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await spoil(service, 'refund', 'refused');
    await inTheWay(service.dataSource, 'charge_status_history', 'ROW', refusal, async () => {
      const answers = await Promise.all([...others, refused!].map((id) => refund(id)));
      const made = answers.filter(({ body }) => body.data?.status === 'succeeded');
      expect(made).toHaveLength(10);
      expect(outcomesOf(answers.filter((answer) => !made.includes(answer))).sort()).toEqual([
        '201',
        '500 INTERNAL_ERROR',
      ]);
      await park(service);
    });
    await runNow(service);
    await bench.charging.until(refused!, 'refunded');
    expect(await eventsOf([refused!])).toHaveLength(1);
  });

  it('one whose charge somebody else holds waits for that, and nobody with it', async () => {
    const ids = await paid(12);
    const [busy, free] = [ids[4]!, ids.filter((_, index) => index !== 4)];
    // Their outcomes come after all are held.
    await spoil(service, 'refund', 'slow', { delayMs: 500, times: 12 });
    const begun = new Map(ids.map((id) => [id, refund(id)]));
    await eventually(async () => {
      expect(await rowsOf(`SELECT FROM ${REFUNDS} AND status = 'pending'`, ids)).toHaveLength(12);
    });
    await service.dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE', [busy]);
      const answers = await Promise.all(free.map((id) => begun.get(id)!));
      expect(outcomesOf(answers)).toEqual(Array(11).fill('201'));
      expect(await rowsOf(`SELECT FROM ${REFUNDS} AND status = 'pending'`, ids)).toHaveLength(1);
    });
    expect((await begun.get(busy)!).body.data.status).toBe('succeeded');
  });

  it('of a payment that is disputed without our knowledge, one is refused', async () => {
    const [disputed, free] = [await bench.capturedCard(), await bench.capturedCard()];
    await spoil(service, 'chargeback', 'late', { delayMs: 600_000 });
    const path = `/v1/sandbox/charges/${disputed.id as string}/chargeback`;
    expect((await bench.merchant.client.post(path)).status).toBe(200);
    const answers = await Promise.all([disputed, free].map(({ id }) => refund(id as string)));
    expect(answers.map(({ body }) => body.data.status)).toEqual(['failed', 'succeeded']);
  });

  it('never give back what a dispute has taken of the payment at the same time', async () => {
    const ids = await paid(10);
    const answers = await Promise.all([
      ...ids.map((id) => refund(id)),
      ...ids.map((id) =>
        bench.merchant.client.post(
          `/v1/sandbox/charges/${id}/dispute`,
          { kind: 'pix_return' },
          { 'idempotency-key': id },
        ),
      ),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await park(service);
    await runNow(service);
    await eventually(async () => {
      expect(await rowsOf(`SELECT FROM ${REFUNDS} AND status = 'pending'`, ids)).toEqual([]);
    });
    const over = await rowsOf(
      `SELECT p.reference FROM sandbox_provider.payments p LEFT JOIN sandbox_provider.disputes d USING (reference)
        WHERE p.reference IN (SELECT provider_reference FROM charges WHERE id = ANY($1))
          AND p.refunded_cents + coalesce(d.taken_cents, 0) > p.captured_cents`,
      ids,
    );
    expect(over).toEqual([]);
  });
});
