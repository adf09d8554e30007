import { randomUUID } from 'node:crypto';
import { ReleaseHoldsTask } from '../../src/wallets/holds/release-holds.task';
import { addDays, localDay } from '../../src/common/calendar';
import { type Answer, auditOf, startTasks, type TestOperator, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';

const service = useService();
let treasurer: TestOperator;

beforeAll(async () => {
  treasurer = await service.operator({ role: 'treasurer' });
});

const today = (): string => localDay(new Date());
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const at = (walletId: string, holdId = ''): string =>
  `/v1/review/wallets/${walletId}/holds${holdId === '' ? '' : `/${holdId}`}`;
const place = (walletId: string, body: object = {}, key: string = randomUUID()): Promise<Answer> =>
  treasurer.client.post(
    at(walletId),
    { amount: 4_000, reason: 'Ordem judicial.', ...body },
    { 'idempotency-key': key },
  );
const release = (walletId: string, holdId: string): Promise<Answer> =>
  treasurer.client.delete(at(walletId, holdId));

async function open(cents = 10_000): Promise<{ bench: WalletBench; id: string }> {
  const bench = await WalletBench.open(service);
  if (cents > 0) await bench.move(bench.merchant.id, 'available', cents);
  return { bench, id: bench.merchant.id };
}

/** As if its day had come: a hold does not change otherwise. */
async function bringForward(holdId: string): Promise<void> {
  const runner = service.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SET LOCAL session_replication_role = replica');
  await runner.query('UPDATE holds SET release_date = $2 WHERE id = $1', [holdId, today()]);
  await runner.commitTransaction();
  await runner.release();
}

describe('holds (money contract §20)', () => {
  it('block what was available until they are released', async () => {
    const { bench, id } = await open();
    const release_date = addDays(today(), 30);
    const { status, body } = await place(id, { release_date });
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        wallet_id: id,
        status: 'held',
        amount: 4_000,
        reason: 'Ordem judicial.',
        release_date,
        created_by: treasurer.email,
        created_at: expect.any(String),
        released_by: null,
        released_at: null,
      },
    ]);
    expect((await bench.read()).balance).toMatchObject({
      available: 6_000,
      blocked: 4_000,
      withdrawable: 6_000,
    });
    const other = await service.operator({ role: 'admin' });
    const holdId = body.data.id as string;
    expect((await other.client.delete(at(id, holdId))).status).toBe(204);
    expect((await bench.read()).balance).toMatchObject({ available: 10_000, blocked: 0 });
    expect(outcome(await release(id, holdId))).toEqual([409, 'INVALID_STATE']);
    const { body: after } = await treasurer.client.get(at(id));
    expect(after.data).toEqual([
      {
        ...body.data,
        status: 'released',
        released_by: other.email,
        released_at: expect.any(String) as string,
      },
    ]);
    await bench.drain();
    const entries = await bench.merchant.client.get(`/v1/wallets/${id}/entries?account=blocked`);
    expect(entries.body.data).toMatchObject([
      {
        kind: 'hold',
        direction: 'debit',
        amount: 4_000,
        reference: `hold:${holdId}:released`,
        balance_after: 0,
      },
      { kind: 'hold', direction: 'credit', amount: 4_000, reference: `hold:${holdId}`, balance_after: 4_000 },
    ]);
    expect(entries.text).not.toContain('judicial');
    const actions = (await auditOf(service, id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('hold.'))).toEqual(['hold.placed', 'hold.released']);
  });

  it('are at most what is available; of many at once only those that there is money for', async () => {
    const { bench, id } = await open();
    expect(outcome(await place(id, { amount: 10_001 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    const answers = await Promise.all(Array.from({ length: 12 }, () => place(id, { amount: 2_500 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['INSUFFICIENT_BALANCE']),
    );
    expect((await bench.read()).balance).toMatchObject({ available: 0, blocked: 10_000 });
  });

  it('are released once, however many do so at once, by hand and by the clock', async () => {
    const { bench, id } = await open();
    const { body } = await place(id, { release_date: addDays(today(), 1) });
    const holdId = body.data.id as string;
    await bringForward(holdId);
    const workers = [await startTasks(service.config), await startTasks(service.config)];
    try {
      const [answers] = await Promise.all([
        Promise.all([release(id, holdId), release(id, holdId), release(id, holdId)]),
        ...workers.map((worker) => worker.get(ReleaseHoldsTask).run()),
      ]);
      expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
      // Whoever held the row was passed over: the next round takes what is left.
      await workers[0]?.get(ReleaseHoldsTask).run();
      expect((await bench.read()).balance).toMatchObject({ available: 10_000, blocked: 0 });
    } finally {
      await Promise.all(workers.map((worker) => worker.close()));
    }
  });

  it('end by themselves when their day has begun, and none before', async () => {
    const { bench, id } = await open();
    const [due, later, open_] = [
      await place(id, { amount: 1_000, release_date: addDays(today(), 1) }),
      await place(id, { amount: 2_000, release_date: addDays(today(), 1) }),
      await place(id, { amount: 3_000 }),
    ].map(({ body }) => body.data.id as string);
    await bringForward(due ?? '');
    const worker = await startTasks(service.config);
    await worker.get(ReleaseHoldsTask).run();
    await worker.get(ReleaseHoldsTask).run();
    await worker.close();
    expect((await bench.read()).balance).toMatchObject({ available: 5_000, blocked: 5_000 });
    const held = await treasurer.client.get(`${at(id)}?status=held`);
    expect(held.body.data.map((hold: { id: string }) => hold.id)).toEqual([open_, later]);
    const gone = await treasurer.client.get(`${at(id)}?status=released`);
    expect(gone.body.data).toMatchObject([{ id: due, released_by: null, released_at: expect.any(String) }]);
    expect((await treasurer.client.get(`${at(id)}?status=held,released`)).body.pagination.total).toBe(3);
  });

  it('with the same Idempotency-Key one is placed', async () => {
    const { bench, id } = await open();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => place(id, {}, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await bench.read()).balance.blocked).toBe(4_000);
  });

  it('are refused for what they are, and found under their own wallet alone', async () => {
    const [one, other] = [await open(), await open()];
    for (const wrong of [
      { amount: 0 },
      { amount: '1' },
      { amount: 1.5 },
      { reason: '' },
      { release_date: today() },
      { release_date: '2020-01-01' },
      { release_date: '2027-02-30' },
      { note: 'x' },
    ])
      expect(outcome(await place(one.id, wrong))).toEqual([422, 'VALIDATION_FAILED']);
    expect(outcome(await place(randomUUID()))).toEqual([404, 'NOT_FOUND']);
    const { body } = await place(one.id);
    expect(outcome(await release(other.id, body.data.id as string))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await release(one.id, randomUUID()))).toEqual([404, 'NOT_FOUND']);
    const reviewer = await service.operator();
    expect((await reviewer.client.get(at(one.id))).body.pagination.total).toBe(1);
    expect(outcome(await reviewer.client.post(at(one.id), { amount: 1, reason: 'x' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('the table holds its rules by itself, whoever writes', async () => {
    const { id } = await open();
    const { body } = await place(id);
    const fails = (statement: string) => expect(service.dataSource.query(statement, [body.data.id])).rejects;
    await fails('DELETE FROM holds WHERE id = $1').toThrow(/never deleted/);
    await fails('UPDATE holds SET amount_cents = 1 WHERE id = $1').toThrow(/does not change/);
    await fails('UPDATE holds SET released_at = now(), released_by = placed_by WHERE id = $1').toThrow(
      /not in the books/,
    );
    await fails(
      `INSERT INTO holds (merchant_id, id, wallet_id, amount_cents, reason, placed_by, created_at)
       SELECT merchant_id, gen_random_uuid(), wallet_id, amount_cents, reason, placed_by, created_at FROM holds WHERE id = $1`,
    ).toThrow(/not in the books/);
  });
});
