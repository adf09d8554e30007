import { gather } from '../../src/common/features';
import { FEATURES } from '../../src/features';
import { VerifyInvariantsTask } from '../../src/verification/verify-invariants.task';
import { startTasks, type TestOperator, useService } from '../support';
import { breaksRule } from '../support/books';
import { WalletBench } from '../support/wallet-bench';

const RULE = 'a transfer was posted, and from and to where it says';
breaksRule(RULE, 'it is planted, and found');

const service = useService();
const PATH = '/v1/review/invariants';
let treasurer: TestOperator;

beforeAll(async () => {
  treasurer = await service.operator({ role: 'treasurer' });
});

interface Shown {
  readonly name: string;
  readonly verdict: string;
  readonly last_run_at: string;
  readonly full_run_at: string;
  readonly rows_checked: number;
  readonly broken_count: number;
  readonly broken: readonly Readonly<Record<string, unknown>>[];
}

async function shown(): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { status, body } = await treasurer.client.get(`${PATH}?limit=100&page=${page}`);
    expect(status).toBe(200);
    found.push(...(body.data as Shown[]));
    pages = body.pagination.totalPages as number;
  }
  return found;
}

function isReadInPart(name: string): boolean {
  const rule = gather(FEATURES, 'invariants').find((one) => one.name === name);
  return rule !== undefined && (rule.ahead !== undefined || rule.sql.includes('$1'));
}

/** As if the last run had begun a minute ago. */
const waitAMinute = () =>
  service.dataSource.query(`UPDATE invariant_schedule SET started_at = started_at - interval '1 minute'`);

describe('the rules of the books, live (money contract §20)', () => {
  it('are read by the worker when somebody asks, and by the clock; whoever looks reads what was kept', async () => {
    const bench = await WalletBench.open(service);
    const seller = await bench.activeSeller();
    await bench.move(seller, 'available', 700);
    expect(await shown()).toEqual([]);
    const workers = [await startTasks(service.config), await startTasks(service.config)];
    const [task, other] = workers.map((worker) => worker.get(VerifyInvariantsTask));
    try {
      // Not yet: nobody asked.
      await service.dataSource.query(`UPDATE invariant_schedule SET next_run_at = now() + interval '1 hour'`);
      await task?.run();
      expect(await shown()).toEqual([]);
      const asked = await treasurer.client.post(`${PATH}/run`);
      expect([asked.status, asked.body.data]).toEqual([202, { requested_at: expect.any(String) }]);
      const again = await treasurer.client.post(`${PATH}/run`);
      expect(again.body.data).toEqual(asked.body.data);
      await Promise.all([task?.run(), other?.run()]);
      const names = gather(FEATURES, 'invariants').map(({ name }) => name);
      const first = await shown();
      expect(first.map(({ name }) => name).sort()).toEqual([...names].sort());
      expect(new Set(first.map(({ verdict }) => verdict))).toEqual(new Set(['holds']));
      const sums = first.find(({ name }) => name === 'the accounts of a book sum to zero');
      expect(sums?.rows_checked).toBeGreaterThanOrEqual(2);
      const at = (verdicts: readonly Shown[]) => verdicts.map(({ last_run_at }) => last_run_at);

      // A second time in the same minute: not yet.
      await treasurer.client.post(`${PATH}/run`);
      await task?.run();
      expect(at(await shown())).toEqual(at(first));

      await service.dataSource.query(
        `INSERT INTO transfers (merchant_id, id, to_wallet_id, amount_cents, created_at)
         VALUES ($1, gen_random_uuid(), $2, 100, now())`,
        [bench.merchant.id, seller],
      );
      await waitAMinute();
      await task?.run();
      const [broken, ...others] = await shown();
      expect(broken).toMatchObject({
        ...{ name: RULE, verdict: 'broken', broken_count: 1 },
        broken: [{ merchant_id: bench.merchant.id }],
      });
      expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['holds']));
      // What holds was read again as far as it changed, in full a while ago; in full now where that is the only way.
      for (const { name, full_run_at, last_run_at } of others)
        expect({ name, isPart: full_run_at < last_run_at }).toEqual({ name, isPart: isReadInPart(name) });

      // What broke it is older than what would be read otherwise: it is found all the same, until it is mended.
      await service.dataSource.query(`UPDATE transfers SET created_at = created_at - interval '3 days'`);
      await treasurer.client.post(`${PATH}/run`);
      await waitAMinute();
      await task?.run();
      expect((await shown())[0]).toMatchObject({ name: RULE, verdict: 'broken' });
      await service.dataSource.query('DELETE FROM transfers');
      await treasurer.client.post(`${PATH}/run`);
      await waitAMinute();
      await task?.run();
      expect(new Set((await shown()).map(({ verdict }) => verdict))).toEqual(new Set(['holds']));

      // By the clock, also what is older than a week, and without what this build has not.
      await service.dataSource.query(
        `INSERT INTO invariant_verdicts (name, last_run_at, full_run_at, rows_checked, broken_count, broken)
         VALUES ('gone', now(), now(), 0, 0, '[]')`,
      );
      await service.dataSource.query(`UPDATE invariant_verdicts SET full_run_at = now() - interval '8 days'`);
      await service.dataSource.query(
        "UPDATE invariant_schedule SET next_run_at = now() - interval '1 second'",
      );
      await task?.run();
      const whole = await shown();
      expect(whole.map(({ name }) => name)).not.toContain('gone');
      expect(whole.every((one) => one.full_run_at === one.last_run_at)).toBe(true);
    } finally {
      await Promise.all(workers.map((worker) => worker.close()));
    }
  });

  it('have nothing large read because somebody asks: it keeps its verdict until the clock has it read', async () => {
    const worker = await startTasks(service.config);
    const task = worker.get(VerifyInvariantsTask);
    const ask = async (): Promise<Map<string, Shown>> => {
      await treasurer.client.post(`${PATH}/run`);
      await waitAMinute();
      await task.run();
      return new Map((await shown()).map((one) => [one.name, one]));
    };
    const [whole, part] = ['every merchant has a book', RULE];
    try {
      await service.dataSource.query(
        "UPDATE invariant_schedule SET next_run_at = now() - interval '1 second'",
      );
      await task.run();
      // As if both were broken and large.
      await service.dataSource.query(
        `UPDATE invariant_verdicts SET full_rows_checked = 1000001, broken_count = 1, broken = '[{}]' WHERE name = ANY($1)`,
        [[whole, part]],
      );
      const before = new Map((await shown()).map((one) => [one.name, one]));
      const asked = await ask();
      expect(asked.get(whole)).toEqual(before.get(whole));
      expect(asked.get(part)).toMatchObject({
        ...{ verdict: 'broken', full_run_at: before.get(part)?.full_run_at },
        last_run_at: expect.not.stringMatching(before.get(part)?.last_run_at ?? '') as string,
      });
      await service.dataSource.query(
        "UPDATE invariant_schedule SET next_run_at = now() - interval '1 second'",
      );
      await task.run();
      const read = new Map((await shown()).map((one) => [one.name, one]));
      expect([read.get(whole)?.verdict, read.get(part)?.verdict]).toEqual(['holds', 'holds']);
    } finally {
      await worker.close();
    }
  });

  it('are looked at by every operator, and asked for by those who look after money', async () => {
    const viewer = await service.operator({ role: 'viewer' });
    const { status, body } = await viewer.client.get(`${PATH}?limit=2&page=2`);
    expect([status, body.pagination.limit, body.pagination.page]).toEqual([200, 2, 2]);
    expect((await viewer.client.post(`${PATH}/run`)).status).toBe(403);
    expect((await viewer.client.get(`${PATH}?limit=0`)).status).toBe(422);
  });
});
