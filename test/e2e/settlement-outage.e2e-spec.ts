import type { INestApplicationContext } from '@nestjs/common';
import { addDays, BankCalendar, localDay, startOfDay } from '../../src/common/calendar';
import { SettleTask } from '../../src/receivables/settlements/settle.task';
import {
  eventsOf,
  type JsonBody,
  MoneyBench,
  startService,
  startTasks,
  type TestService,
  TimeMachine,
} from '../support';
import { boletoBody } from '../support/charges';

let machine: TimeMachine;
/** Without a worker: it is away from the first capture on. */
let app: TestService;
let bench: MoneyBench;
/** Two workers that come back together. */
let workers: readonly INestApplicationContext[];

const calendar = new BankCalendar();
const today = () => localDay(machine.now());

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService();
  workers = [await startTasks(app.config), await startTasks(app.config)];
});
/** It is ten o'clock of a Monday after which every day is a business day, up to the Friday. */
beforeEach(async () => {
  let monday = addDays(today(), 1);
  while (!isPlainWeek(monday)) monday = addDays(monday, 1);
  await goTo(monday, 10);
  bench = await MoneyBench.open(app);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await app.stop();
});

function isPlainWeek(day: string): boolean {
  const isMonday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
  return isMonday && [0, 1, 2, 3, 4].every((days) => calendar.isBusinessDay(addDays(day, days)));
}

async function goTo(day: string, hour: number): Promise<void> {
  await machine.advance((startOfDay(day).getTime() + hour * 3_600_000 - machine.now().getTime()) / 1_000);
}

/** All of them at once. */
async function settle(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.get(SettleTask).run()));
}

/** So many paid boletos, each half the seller's, that are due so many days from now. */
async function sold(count: number, days: number, amount: number): Promise<void> {
  await bench.agree({
    settlement: [{ payment_method: 'boleto', days, unit: 'business', interval_days: 0 }],
  });
  const split_rules = [bench.merchant.id, bench.seller].map((recipient_id) => ({
    ...{ recipient_id, percentage: 50, liable: true },
  }));
  for (let one = 0; one < count; one += 1) {
    const { id } = await bench.charging.create(boletoBody({ amount, split_rules }));
    await bench.merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    await bench.charging.until(id as string, 'captured');
  }
}

async function settlementsOf(wallet: string, query = ''): Promise<JsonBody[]> {
  const path = `/v1/receivables/settlements?wallet_id=${wallet}&limit=100${query}`;
  return (await bench.merchant.client.get(path)).body.data;
}

/** How many receivables of a wallet were settled of each due date, and what they were worth: two workers may share a date. */
async function settledOf(wallet: string): Promise<unknown[]> {
  const byDate = new Map<string, [number, number]>();
  for (const { due_date: day, count, amount } of await settlementsOf(wallet)) {
    const [receivables, cents] = byDate.get(day as string) ?? [0, 0];
    byDate.set(day as string, [receivables + Number(count), cents + Number(amount)]);
  }
  return [...byDate].map(([day, sums]) => [day, ...sums]).sort();
}

describe('Workers that were away (money contract §14, Settlement)', () => {
  it('settle all that came due meanwhile, each with the settlement of its own due date, however many do so', async () => {
    const monday = today();
    await sold(3, 1, 1_000);
    await sold(2, 2, 3_000);
    await sold(1, 3, 5_000);
    await sold(2, 5, 700);
    // Nobody settles on Tuesday, Wednesday and Thursday before noon.
    await goTo(addDays(monday, 3), 12);
    expect(await bench.balances()).toMatchObject({ available: 0, waiting_funds: 7_700 });
    await settle();
    const wallets = [bench.merchant.id, bench.seller];
    for (const wallet of wallets) {
      expect(await settledOf(wallet)).toEqual([
        [addDays(monday, 1), 3, 1_500],
        [addDays(monday, 2), 2, 3_000],
        [addDays(monday, 3), 1, 2_500],
      ]);
      for (const { id, due_date, count } of await settlementsOf(wallet)) {
        const found = await bench.receivables(`&settlement_id=${id}`);
        expect(found.map((one) => [one.wallet_id, one.status, one.due_date])).toEqual(
          Array.from({ length: count as number }, () => [wallet, 'settled', due_date]),
        );
        const events = await eventsOf(app.dataSource, id as string);
        expect(events.map(({ type }) => type)).toEqual(['settlement.completed']);
      }
      expect(await bench.balances(wallet)).toMatchObject({ available: 7_000, waiting_funds: 700 });
    }
    // What is not due waits, and what is settled stays so.
    const before = await settlementsOf(bench.seller);
    const on = (day: string) => settlementsOf(bench.seller, `&date_from=${day}&date_to=${day}`);
    expect(await on(today())).toEqual(before);
    expect(await on(addDays(today(), -1))).toEqual([]);
    await settle();
    expect(await settlementsOf(bench.seller)).toEqual(before);
    await goTo(addDays(monday, 7), 0);
    await settle();
    for (const wallet of wallets) {
      expect((await settledOf(wallet)).at(-1)).toEqual([addDays(monday, 7), 2, 700]);
      expect(await bench.balances(wallet)).toMatchObject({ available: 7_700, waiting_funds: 0 });
    }
  });

  it('hold back until so many days after the day on which they settle', async () => {
    const monday = today();
    await bench.agree({ reserve: [{ payment_method: 'boleto', percentage: 10, days: 3 }] });
    await sold(1, 1, 2_000);
    await goTo(addDays(monday, 3), 12);
    await settle();
    expect(await bench.balances()).toMatchObject({ available: 900, reserve: 100 });
    await goTo(addDays(monday, 5), 12);
    await settle();
    expect(await bench.balances()).toMatchObject({ available: 900, reserve: 100 });
    await goTo(addDays(monday, 6), 0);
    await settle();
    expect(await bench.balances()).toMatchObject({ available: 1_000, reserve: 0 });
  });

  it('of several merchants too: at once they settle each receivable once', async () => {
    const benches: MoneyBench[] = [];
    for (let one = 0; one < 4; one += 1) {
      bench = await MoneyBench.open(app);
      benches.push(bench);
      await sold(3, 1, 2_000);
    }
    await goTo(addDays(today(), 3), 0);
    await settle();
    for (bench of benches) {
      for (const wallet of [bench.merchant.id, bench.seller]) {
        expect(await settledOf(wallet)).toEqual([[expect.any(String), 3, 3_000]]);
        expect(await bench.balances(wallet)).toMatchObject({ available: 3_000, waiting_funds: 0 });
      }
    }
  });
});
