import { addDays, localDay, startOfDay } from '../../src/common/calendar';
import { SandboxReportsService } from '../../src/providers';
import { ReadReportsTask } from '../../src/reconciliation/reading/read-reports.task';
import { eventually, type JsonBody, startService, type TestService, TimeMachine } from '../support';
import { Disputing } from '../support/disputes';
import { Reconciling } from '../support/reconciling';

let machine: TimeMachine;
let app: TestService;
let at: Disputing;
/** A day that begins with each test. */
let day: string;

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
});
beforeEach(async () => {
  day = addDays(localDay(machine.now()), 1);
  await goTo(day, 12);
  at = await Disputing.begin(app);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.stop());

async function goTo(on: string, hour: number): Promise<void> {
  const ms = startOfDay(on).getTime() + hour * 3_600_000 - machine.now().getTime();
  await machine.advance(ms / 1_000);
}

/** Somebody who looks at days: key pairs of operators last a day. */
const desk = async () => new Reconciling(app, await app.operator({ role: 'treasurer' }));

/** The readings of a day that there are. */
async function readingsOf(on: string): Promise<JsonBody[]> {
  const { operator } = await desk();
  const { status, body } = await operator.client.get(`/v1/review/reconciliations?date=${on}`);
  expect(status).toBe(200);
  return body.data as JsonBody[];
}

const count = async (table: string): Promise<number> =>
  Number((await app.dataSource.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

/** The worker's own schedule comes round, as it does each minute; nobody calls the task. */
async function comesRound(): Promise<void> {
  const task = app.worker?.get(ReadReportsTask, { strict: false }).name;
  const claim = async (): Promise<{ claim: number; is_free: boolean }> => {
    const [run] = await app.dataSource.query<{ claim: number; is_free: boolean }[]>(
      'SELECT claim, lease_until IS NULL AS is_free FROM scheduled_task_runs WHERE name = $1',
      [task],
    );
    if (run === undefined) throw new Error('the worker does not know the task yet');
    return run;
  };
  const before = await eventually(async () => {
    const run = await claim();
    expect(run.is_free).toBe(true);
    return run.claim;
  });
  await app.dataSource.query(
    'UPDATE scheduled_task_runs SET next_run_at = clock_timestamp() WHERE name = $1',
    [task],
  );
  await eventually(async () => {
    const run = await claim();
    expect([run.claim > before, run.is_free]).toEqual([true, true]);
  });
}

describe('The day of a provider that has ended (money contract §19)', () => {
  it('is read by the worker by itself, once, and again the next day for what was added', async () => {
    const paid = await at.paidPix({ amount: 7_000 });
    const unreported = await at.paidPix({ amount: 3_000 });
    const fault = { resource_id: unreported, action: 'drop' };
    expect((await at.client.post('/v1/sandbox/reports/faults', fault)).status).toBe(200);
    await comesRound();
    expect(await readingsOf(day)).toEqual([]);

    const lines = jest.spyOn(app.worker!.get(SandboxReportsService, { strict: false }), 'lines');
    const asked = () => lines.mock.calls.filter(([, on]) => on === day).length;
    await goTo(addDays(day, 1), 0.1);
    await comesRound();
    const [reading, ...others] = await readingsOf(day);
    expect([reading, others]).toMatchObject([{ provider: 'sandbox', date: day, status: 'read' }, []]);
    const id = reading?.id as string;
    const statusOf = async (chargeId: string): Promise<unknown[]> =>
      (await (await desk()).about(id, chargeId)).map(({ status }) => status as unknown);
    expect([await statusOf(paid), await statusOf(unreported)]).toEqual([['matched'], ['missing_there']]);
    expect(asked()).toBe(1);

    const written = await count('ledger_transactions');
    await comesRound();
    await goTo(addDays(day, 1), 23);
    await comesRound();
    expect(await readingsOf(day)).toEqual([reading]);
    expect([asked(), await count('ledger_transactions')]).toEqual([1, written]);

    await goTo(addDays(day, 2), 1);
    await comesRound();
    const [again] = await readingsOf(day);
    expect([again?.id, again?.created_at, asked()]).toEqual([id, reading?.created_at, 2]);
    expect(new Date(again?.read_at as string) > new Date(reading?.read_at as string)).toBe(true);
    expect([await statusOf(paid), await statusOf(unreported)]).toEqual([['matched'], ['matched']]);
  });

  it('comes before no day that still runs: what happens on it is read when it is over', async () => {
    await at.paidPix({ amount: 1_000 });
    await goTo(addDays(day, 1), 12);
    const next = await at.paidPix({ amount: 2_000 });
    await comesRound();
    expect(await readingsOf(day)).toMatchObject([{ status: 'read', open: 0 }]);
    expect(await readingsOf(addDays(day, 1))).toEqual([]);
    await goTo(addDays(day, 2), 0.1);
    await comesRound();
    const [reading] = await readingsOf(addDays(day, 1));
    const items = await (await desk()).about(reading?.id as string, next);
    expect(items).toMatchObject([{ status: 'matched', reported: { gross: 2_000 } }]);
  });
});

describe('A card that is authorised on one day and captured on a later one (money contract §19)', () => {
  it('is on the day of the capture, in our books as in the report, and on no other', async () => {
    const whole = await at.charging.authorized({ amount: 5_000 });
    const part = await at.charging.authorized({ amount: 5_000 });
    const together = await at.paidCard({ amount: 9_000 }, 3);
    const later = addDays(day, 2);
    await goTo(later, 9);
    expect((await at.client.post(`/v1/charges/${whole}/capture`)).status).toBe(200);
    expect((await at.client.post(`/v1/charges/${part}/capture`, { amount: 4_000 })).status).toBe(200);
    for (const id of [whole, part]) await at.charging.until(id, 'captured');

    const bench = await desk();
    const aboutAll = async (on: string): Promise<unknown[]> => {
      const { id } = await bench.read(on);
      const found = await bench.items(id as string);
      return found
        .filter(({ merchant_id }) => merchant_id === at.merchant.id)
        .map(({ resource, status, expected, reported }) => [resource.id, status, expected, reported.date]);
    };
    const first = await aboutAll(day);
    expect(first).toEqual(Array(3).fill([together, 'matched', { gross: 3_000, date: day }, day]));
    expect(await aboutAll(addDays(day, 1))).toEqual([]);
    expect(await aboutAll(later)).toEqual(
      expect.arrayContaining([
        [whole, 'matched', { gross: 5_000, date: later }, later],
        [part, 'matched', { gross: 4_000, date: later }, later],
      ]),
    );
    expect(await aboutAll(later)).toHaveLength(2);
    expect(await aboutAll(day)).toEqual(first);
    expect(await at.book()).toMatchObject({ 'clearing:sandbox': 0 });
  });
});
