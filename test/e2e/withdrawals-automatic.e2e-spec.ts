import { randomUUID } from 'node:crypto';
import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { AutomaticWithdrawalsTask } from '../../src/withdrawals/automatic/automatic-withdrawals.task';
import {
  type Answer,
  eventually,
  type JsonBody,
  startService,
  startTasks,
  type TestService,
  TimeMachine,
} from '../support';
import { limits, Payouts } from '../support/payouts';

let machine: TimeMachine;
let service: TestService;

beforeAll(async () => {
  machine = await TimeMachine.install();
  service = await startService({ worker: true });
});
afterAll(() => service.stop());

const calendar = new BankCalendar();
const HOUR_MS = 3_600_000;
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const daily = { frequency: 'daily', minimum_amount: 100, retain_amount: 0 };

/** The first day that is one of these and whose eve is to come. */
function upcoming(isIt: (day: string) => boolean): string {
  let day = addDays(localDay(machine.now()), 2);
  while (!isIt(day)) day = addDays(day, 1);
  return day;
}
const weekday = (day: string): number => new Date(`${day}T00:00:00.000Z`).getUTCDay();
/** A Monday to Wednesday and the two business days that follow it. */
const isPlain = (day: string): boolean =>
  weekday(day) >= 1 && weekday(day) <= 3 && [0, 1, 2].every((on) => calendar.isBusinessDay(addDays(day, on)));

async function moveTo(day: string, hours: number): Promise<void> {
  const ms = startOfDay(day).getTime() + hours * HOUR_MS - machine.now().getTime();
  // A second wallet of the same evening is opened seconds after the first one.
  if (ms > 0 || ms < -HOUR_MS) await machine.advance(ms / 1_000);
}

/** What the worker does by itself every minute. */
const nine = (): Promise<void> => service.worker!.get(AutomaticWithdrawalsTask).run();

async function set(payouts: Payouts, automatic: object | null): Promise<JsonBody> {
  const { status, body } = await payouts.client.patch(`/v1/wallets/${payouts.seller}`, {
    automatic_withdrawal: automatic,
  });
  if (status !== 200) throw new Error(`unexpected ${status} ${String(body.error)}`);
  return body.data;
}

async function automatic(payouts: Payouts): Promise<{ next_date: string; last_run: JsonBody }> {
  const wallet = await payouts.bench.read(payouts.seller);
  return wallet.automatic_withdrawal as unknown as { next_date: string; last_run: JsonBody };
}

/** Once the day's run is there: by whichever worker. */
async function ranOn(payouts: Payouts, date: string): Promise<JsonBody> {
  return eventually(async () => {
    await nine();
    const { last_run: run } = await automatic(payouts);
    if (run?.date !== date) throw new Error(`the last run is of ${String(run?.date)}`);
    return run;
  });
}

const made = async (payouts: Payouts): Promise<JsonBody[]> =>
  (await payouts.client.get('/v1/withdrawals?source=automatic')).body.data;

/** A seller of 100.00 that is paid out by itself, on the evening before a day. */
async function open(before: string, said: object = daily): Promise<Payouts> {
  await moveTo(addDays(before, -1), 20);
  const payouts = await Payouts.open(service);
  const destination_id = await payouts.destination();
  await set(payouts, { ...said, destination_id });
  return payouts;
}

describe('automatic withdrawals (money contract §12)', () => {
  it('are set with the version of the wallet and the scope money, and shown in its record', async () => {
    const payouts = await Payouts.open(service);
    const path = `/v1/wallets/${payouts.seller}`;
    const destination_id = await payouts.destination();
    const said = { ...daily, retain_amount: 500, destination_id };
    const { body } = await payouts.client.patch(path, { automatic_withdrawal: said }, { 'if-match': '"1"' });
    const next_date = calendar.nextBusinessDay(body.data.automatic_withdrawal.next_date as string);
    expect(body.data).toMatchObject({
      version: 2,
      automatic_withdrawal: { ...said, day: null, next_date, last_run: null },
    });
    expect((await payouts.client.get(path)).body.data).toEqual(body.data);
    // The same again changes nothing.
    expect(await set(payouts, said)).toMatchObject({ version: 2 });
    const change = (automatic_withdrawal: unknown, headers = {}): Promise<Answer> =>
      payouts.client.patch(path, { automatic_withdrawal }, headers);
    expect(outcome(await change(said, { 'if-match': '"1"' }))).toEqual([409, 'STALE_VERSION']);
    for (const wrong of [
      { ...said, day: 1 },
      { ...said, frequency: 'weekly' },
      { ...said, frequency: 'weekly', day: 6 },
      { ...said, frequency: 'monthly', day: 32 },
      { ...said, frequency: 'yearly', day: 1 },
      { ...said, minimum_amount: 0 },
      { ...said, retain_amount: -1 },
      { ...said, pix_key: 'x@y.zz' },
      [said],
      'daily',
    ])
      expect(outcome(await change(wrong))).toEqual([422, 'VALIDATION_FAILED']);
    const other = await Payouts.open(service);
    for (const foreign of [await other.destination(), randomUUID()])
      expect(outcome(await change({ ...said, destination_id: foreign }))).toEqual([
        409,
        'DESTINATION_NOT_USABLE',
      ]);
    expect(outcome(await other.client.patch(path, { automatic_withdrawal: null }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await set(payouts, null)).toMatchObject({ version: 3, automatic_withdrawal: null });
    expect(await set(payouts, null)).toMatchObject({ version: 3 });
  });

  it('run at 09:00, once, and send all above what stays and the fee', async () => {
    const day = upcoming(isPlain);
    const payouts = await open(day, { ...daily, retain_amount: 1_500 });
    await payouts.agree({ withdrawal: [{ method: 'pix', fixed: 50 }] });
    await moveTo(day, 8);
    await nine();
    expect(await automatic(payouts)).toMatchObject({ next_date: day, last_run: null });
    await moveTo(day, 9);
    const run = await ranOn(payouts, day);
    await nine();
    const [withdrawal, ...others] = await made(payouts);
    expect(others).toEqual([]);
    expect(withdrawal).toMatchObject({ source: 'automatic', amount: 8_450, fee: 50 });
    expect(run).toMatchObject({ outcome: 'withdrawn', withdrawal_id: withdrawal?.id, code: null });
    await payouts.is(withdrawal?.id as string, 'paid');
    expect(await payouts.balance()).toMatchObject({ available: 1_500, in_transit: 0 });
    expect(await automatic(payouts)).toMatchObject({ next_date: addDays(day, 1) });
    // What was there already stays; what came is sent the next day.
    await payouts.bench.move(payouts.seller, 'available', 149);
    await moveTo(addDays(day, 1), 9);
    expect(await ranOn(payouts, addDays(day, 1))).toMatchObject({ outcome: 'nothing_to_send' });
    await payouts.bench.move(payouts.seller, 'available', 1);
    await moveTo(addDays(day, 2), 9);
    expect(await ranOn(payouts, addDays(day, 2))).toMatchObject({ outcome: 'withdrawn' });
    expect((await made(payouts)).map(({ amount }) => amount)).toEqual([100, 8_450]);
  });

  it.each([
    ['a Saturday’s', daily, (day: string) => weekday(day) === 6],
    ['a bank holiday’s', null, (day: string) => weekday(day) % 6 !== 0 && !calendar.isBusinessDay(day)],
    ['of the 31st in February', { ...daily, frequency: 'monthly', day: 31 }, isEndOfFebruary],
  ])('%s is run on the next business day', async (_what, said, isIt) => {
    const day = upcoming(isIt);
    const postponed = calendar.nextBusinessDay(day);
    const payouts = await open(day, said ?? { ...daily, frequency: 'weekly', day: weekday(day) });
    expect(await automatic(payouts)).toMatchObject({ next_date: postponed });
    if (postponed !== day) {
      await moveTo(day, 12);
      await nine();
      expect((await automatic(payouts)).last_run).toBeNull();
    }
    await moveTo(postponed, 9);
    expect(await ranOn(payouts, postponed)).toMatchObject({ outcome: 'withdrawn' });
    expect(await made(payouts)).toMatchObject([{ amount: 10_000 }]);
  });

  it('that were missed are made up for once', async () => {
    const day = upcoming(isPlain);
    const payouts = await open(day);
    const last = addDays(day, 2);
    await moveTo(last, 22);
    expect(await ranOn(payouts, last)).toMatchObject({ outcome: 'withdrawn' });
    expect(await made(payouts)).toHaveLength(1);
  });

  it('are refused for what a request would be, visibly, and do not stop the others', async () => {
    const day = upcoming(isPlain);
    const frozen = await open(day);
    const limited = await open(day);
    const closed = await open(day);
    const fine = await open(day);
    const treasurer = await service.operator({ role: 'treasurer' });
    await treasurer.client.post(`/v1/review/wallets/${frozen.seller}/freeze`, { reason: 'Ordem judicial.' });
    await limited.agree(limits({ daily_amount: 5_000 }));
    const { destination_id } = (await closed.bench.read(closed.seller)).automatic_withdrawal!;
    await closed.client.delete(`/v1/wallets/${closed.seller}/destinations/${destination_id}`);
    await moveTo(day, 9);
    const refused = (code: string) => ({ outcome: 'refused', withdrawal_id: null, code });
    expect(await ranOn(frozen, day)).toMatchObject(refused('WALLET_FROZEN'));
    expect(await ranOn(limited, day)).toMatchObject(refused('WITHDRAWAL_LIMIT_EXCEEDED'));
    expect(await ranOn(closed, day)).toMatchObject(refused('DESTINATION_NOT_USABLE'));
    expect(await ranOn(fine, day)).toMatchObject({ outcome: 'withdrawn' });
    for (const payouts of [frozen, limited, closed]) {
      expect(await made(payouts)).toEqual([]);
      expect(await payouts.balance()).toMatchObject({ available: 10_000, in_transit: 0 });
      expect(await automatic(payouts)).toMatchObject({ next_date: addDays(day, 1) });
    }
  });

  it('are made once by workers that run at once, and when one is killed between', async () => {
    const day = upcoming(isPlain);
    const all = await Promise.all(Array.from({ length: 6 }, () => Payouts.open(service)));
    await moveTo(addDays(day, -1), 20);
    for (const payouts of all) await set(payouts, { ...daily, destination_id: await payouts.destination() });
    const workers = [await startTasks(service.config), await startTasks(service.config)];
    const runAll = () =>
      Promise.allSettled([nine(), ...workers.map((worker) => worker.get(AutomaticWithdrawalsTask).run())]);
    const runner = service.dataSource.createQueryRunner();
    try {
      // Whoever comes to this wallet waits in the middle of its run, and is killed there.
      const [first] = all;
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM ledger_accounts WHERE wallet_id = $1 FOR UPDATE', [first?.seller]);
      await moveTo(day, 9);
      const running = runAll();
      await eventually(async () => {
        const killed = await service.dataSource.query<unknown[]>(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ledger_accounts%'`,
        );
        if (killed.length === 0) throw new Error('nobody waits for the wallet yet');
      });
      await runner.rollbackTransaction();
      await running;
      await runAll();
      for (const payouts of all) {
        expect(await ranOn(payouts, day)).toMatchObject({ outcome: 'withdrawn' });
        expect(await made(payouts)).toMatchObject([{ amount: 10_000 }]);
      }
    } finally {
      await runner.release();
      for (const worker of workers) await worker.close();
    }
  });

  it('cannot be made twice for a day, whoever writes it, nor be changed', async () => {
    const day = upcoming(isPlain);
    const payouts = await open(day);
    await moveTo(day, 9);
    await ranOn(payouts, day);
    const run = (sql: string): Promise<unknown> => service.dataSource.query(sql, [payouts.seller]);
    await expect(
      run(`INSERT INTO automatic_withdrawal_runs (merchant_id, id, wallet_id, day, source, outcome, at)
           SELECT merchant_id, gen_random_uuid(), wallet_id, day, source, 'nothing_to_send', at
             FROM automatic_withdrawal_runs WHERE wallet_id = $1`),
    ).rejects.toThrow('uq_automatic_withdrawal_runs_day');
    await expect(run('DELETE FROM automatic_withdrawal_runs WHERE wallet_id = $1')).rejects.toThrow(
      'does not change',
    );
    // Told anew on the same day it begins with the next.
    const { destination_id } = (await payouts.bench.read(payouts.seller)).automatic_withdrawal!;
    await set(payouts, null);
    await set(payouts, { ...daily, destination_id });
    expect(await automatic(payouts)).toMatchObject({ next_date: addDays(day, 1) });
  });

  it('run in the sandbox when they are asked for; 09:00 comes all the same', async () => {
    const day = upcoming(isPlain);
    const payouts = await open(day);
    const path = `/v1/sandbox/wallets/${payouts.seller}/automatic-withdrawal`;
    const key = { 'idempotency-key': randomUUID() };
    const { status, body } = await payouts.client.post(path, {}, key);
    expect(status).toBe(200);
    const { next_date, last_run } = body.data.automatic_withdrawal as {
      next_date: string;
      last_run: JsonBody;
    };
    expect(next_date).toBe(day);
    expect(last_run).toMatchObject({ date: addDays(day, -1), outcome: 'withdrawn' });
    await payouts.is(last_run.withdrawal_id as string, 'paid');
    expect((await payouts.client.post(path, {}, key)).text).toBe(JSON.stringify(body));
    const again = await payouts.client.post(path, {});
    expect(again.body.data.automatic_withdrawal).toMatchObject({
      last_run: { outcome: 'nothing_to_send' },
    });
    await payouts.bench.move(payouts.seller, 'available', 300);
    await moveTo(day, 9);
    expect(await ranOn(payouts, day)).toMatchObject({ outcome: 'withdrawn' });
    expect((await made(payouts)).map(({ amount }) => amount)).toEqual([300, 10_000]);
    await set(payouts, null);
    expect(outcome(await payouts.client.post(path, {}))).toEqual([409, 'INVALID_STATE']);
    expect(
      (await payouts.client.post(`/v1/sandbox/wallets/${randomUUID()}/automatic-withdrawal`, {})).status,
    ).toBe(404);
  });
});

function isEndOfFebruary(day: string): boolean {
  return day.slice(5, 7) === '02' && addDays(day, 1).slice(5, 7) === '03';
}
