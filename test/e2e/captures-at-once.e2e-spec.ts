import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import { MakeProviderCallUseCase } from '../../src/providers/calls/make-provider-call.use-case';
import { ProviderCall } from '../../src/providers/calls/provider-call.entity';
import { SubjectsService } from '../../src/providers/subjects.service';
import { many, outcomesOf, SLOWLY, transactionsOf as written } from '../support/at-once';
import { cardBody } from '../support/charges';
import { type Answer, eventually, MoneyBench, onThisMachine, patiently, useService } from '../support';
import { inTheWay } from '../support/in-the-way';
import { park, runNow, spoil } from '../support/sandbox';

const service = useService({ worker: true });

let bench: MoneyBench;
let another: MoneyBench;

beforeAll(async () => {
  bench = await MoneyBench.open(service);
  another = await MoneyBench.open(service);
});

const capture = (id: string, body: object = {}, key: string = randomUUID(), by = bench): Promise<Answer> =>
  by.merchant.client.post(`/v1/charges/${id}/capture`, body, { 'idempotency-key': key });
/** Charges that wait to be captured, each divided between its merchant and a seller. */
const authorized = (count: number, of = bench): Promise<string[]> =>
  many(count, () =>
    of.charging.authorized({
      split_rules: [
        { recipient_id: of.merchant.id, percentage: 30 },
        { recipient_id: of.seller, percentage: 70 },
      ],
    }),
  );

async function rowsOf<Row>(sql: string, ids: readonly string[]): Promise<Row[]> {
  return service.dataSource.query<Row[]>(sql, [ids]);
}
const transactionsOf = (ids: readonly string[], where = 'receivables WHERE charge_id = ANY($1)') =>
  written(service.dataSource, where, ids);
/** What the sandbox was asked. */
const ASKED = `sandbox_provider.requests WHERE kind = 'capture'
  AND reference IN (SELECT provider_reference FROM charges WHERE id = ANY($1))`;
const CALLS = `provider_calls WHERE kind = 'capture' AND subject_id = ANY($1)`;

/** The statements of the service that wait for a lock. */
const whoWaits = (): Promise<{ query: string }[]> =>
  service.dataSource.query(
    `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );

async function eventsOf(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const rows = await rowsOf<{ resource_id: string; payload: string }>(
    `SELECT resource_id, payload FROM outbox_events WHERE type = 'charge.captured' AND resource_id = ANY($1)`,
    ids,
  );
  const events = new Map(rows.map((row) => [row.resource_id, JSON.parse(row.payload) as unknown]));
  expect(events.size).toBe(rows.length);
  return events;
}

describe('Captures that are made at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key, event, money and books', async () => {
    const [ids, theirs] = [await authorized(30), await authorized(10, another)];
    const before = { own: await bench.book(), sellers: await bench.balances(bench.seller) };
    const captureAll = (): Promise<Answer[]> =>
      Promise.all([
        ...ids.map((id, index) => capture(id, index % 2 ? { amount: 5_000 } : {}, `capture-${id}`)),
        ...theirs.map((id) => capture(id, {}, `capture-${id}`, another)),
      ]);
    let first: Answer[] = [];
    await inTheWay(service.dataSource, 'receivables', 'STATEMENT', SLOWLY, async () => {
      first = await captureAll();
    });
    const all = [...ids, ...theirs];
    expect(outcomesOf(first)).toEqual(Array(40).fill('200'));
    expect(first.map(({ body }) => body.data.id)).toEqual(all);
    expect(first.map(({ body }) => body.data.amount_captured)).toEqual([
      ...ids.map((_, index) => (index % 2 ? 5_000 : 10_000)),
      ...Array(10).fill(10_000),
    ]);
    for (const where of [undefined, ASKED]) expect(await transactionsOf(all, where)).toBeLessThan(25);
    const events = await eventsOf(all);
    for (const [index, id] of all.entries()) {
      const { data } = first[index]!.body;
      expect(events.get(id)).toEqual({ charge: data });
      expect(await (index < 30 ? bench : another).charging.read(id)).toEqual(data);
    }
    expect(await bench.receivablesOf(ids[1]!)).toMatchObject([
      { status: 'waiting_funds' },
      { status: 'waiting_funds' },
    ]);
    const cents = 15 * 10_000 + 15 * 5_000;
    expect((await bench.book())['clearing:sandbox']).toBe((before.own['clearing:sandbox'] ?? 0) - cents);
    expect((await bench.balances(bench.seller))['waiting_funds']).toBe(
      (before.sellers['waiting_funds'] ?? 0) + 0.7 * cents,
    );
    expect((await captureAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(outcomesOf([await capture(ids[0]!)])).toEqual(['409 INVALID_STATE']);
  });

  it('one, several times at once, is captured once', async () => {
    const [id, other] = await authorized(2);
    const withOneKey = await many(8, () => patiently(() => capture(id!, {}, 'the-same')));
    expect(new Set(outcomesOf(withOneKey))).toEqual(new Set(['200']));
    const withTheirOwn = outcomesOf(await many(8, () => capture(other!)));
    expect(withTheirOwn.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(new Set(withTheirOwn)).toEqual(
      new Set([
        '200',
        ...withTheirOwn.filter((outcome) => /^409 (OPERATION_IN_PROGRESS|INVALID_STATE)$/.test(outcome)),
      ]),
    );
    expect((await eventsOf([id!, other!])).size).toBe(2);
  });

  it('one whose outcome several write at once is made once', async () => {
    const ids = await authorized(4);
    await spoil(service, 'capture', 'silent', { times: 4 });
    const unanswered = await Promise.all(ids.map((id) => capture(id)));
    expect(outcomesOf(unanswered)).toEqual(Array(4).fill('202'));
    await park(service);
    const [making, subject] = [
      service.api.get(MakeProviderCallUseCase, { strict: false }),
      service.api.get(SubjectsService, { strict: false }).get('charge'),
    ];
    const calls = await service.dataSource.manager.findBy(ProviderCall, {
      subjectId: In(ids),
      kind: 'capture',
    });
    for (const call of calls) call.attempts = 2;
    const settle = (as: string): Promise<unknown> =>
      rowsOf(`UPDATE provider_calls SET ${as} WHERE kind = 'capture' AND subject_id = ANY($1)`, ids);
    // What was written first stays, whatever else is heard of it.
    await settle(`status = 'failed', settled_at = now(), failure_code = 'not_possible'`);
    const late = await Promise.all(calls.map((call) => making.execute(call, subject)));
    expect(late).toEqual(Array(4).fill({ refused: true }));
    for (const id of ids) expect(await bench.charging.read(id)).toMatchObject({ status: 'authorized' });
    await settle(`status = 'pending', settled_at = NULL, failure_code = NULL`);
    const settlements = await Promise.all([...calls, ...calls].map((call) => making.execute(call, subject)));
    expect(settlements.map((settlement) => settlement !== null && 'reply' in settlement)).toEqual(
      Array(8).fill(true),
    );
    expect((await eventsOf(ids)).size).toBe(4);
    for (const id of ids)
      expect(await bench.charging.read(id)).toMatchObject({ status: 'captured', version: 3 });
  });

  it('one that the database or its provider refuses is so alone, and is made when that ends', async () => {
    const [refused, ...others] = await authorized(12);
    const refusal = `IF NEW.charge_id = '${refused}' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await spoil(service, 'capture', 'refused');
    await inTheWay(service.dataSource, 'receivables', 'ROW', refusal, async () => {
      const answers = outcomesOf(await Promise.all([...others, refused!].map((id) => capture(id))));
      expect(answers.filter((outcome) => outcome === '200')).toHaveLength(10);
      expect([...answers].sort().slice(10)).toEqual(['409 PROVIDER_REFUSED', '500 INTERNAL_ERROR']);
      await park(service);
    });
    await runNow(service);
    await bench.charging.until(refused!, 'captured');
    expect((await eventsOf([refused!])).size).toBe(1);
  });

  it('one whose charge somebody else holds waits for that, and nobody with it', async () => {
    const ids = await authorized(12);
    const [busy, free] = [ids[4]!, ids.filter((_, index) => index !== 4)];
    // Their outcomes come together, half a second after they were asked for.
    await spoil(service, 'capture', 'slow', { delayMs: onThisMachine(500), times: 12 });
    const begun = new Map(ids.map((id) => [id, capture(id)]));
    await eventually(async () => {
      expect(await rowsOf(`SELECT FROM ${CALLS}`, ids)).toHaveLength(12);
    });
    await inTheWay(service.dataSource, 'receivables', 'STATEMENT', SLOWLY, () =>
      service.dataSource.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE', [busy]);
        const [waits] = await eventually(async () => {
          const waiting = await whoWaits();
          expect(waiting).toHaveLength(1);
          return waiting;
        });
        // For this charge alone, and nobody with it.
        expect(waits?.query).not.toMatch(/ANY|IN \(/);
        const answers = await Promise.all(free.map((id) => begun.get(id)!));
        expect(outcomesOf(answers)).toEqual(Array(11).fill('200'));
      }),
    );
    expect((await begun.get(busy)!).status).toBe(200);
    expect(await transactionsOf(free)).toBeLessThan(9);
  });

  it('one after which somebody owes is written alone, beside others', async () => {
    await another.agree({ processing: [{ payment_method: 'credit_card', fixed: 349 }] });
    const [small, ...others] = await Promise.all([
      another.charging.create(cardBody('tok_approved', { amount: 101 }, { capture: false })),
      ...Array.from({ length: 7 }, () =>
        another.charging.create(cardBody('tok_approved', {}, { capture: false })),
      ),
    ]);
    const ids = [small, ...others].map(({ id }) => String(id));
    for (const id of ids) await another.charging.until(id, 'authorized');
    const debt = (await another.balances())['debt'] ?? 0;
    expect(outcomesOf(await Promise.all(ids.map((id) => capture(id, {}, randomUUID(), another))))).toEqual(
      Array(8).fill('200'),
    );
    expect(await another.balances()).toMatchObject({ debt: debt - 248 });
  });
});
