import { runCommandLine } from '../../src/cli/program';
import { addDays, BankCalendar, daysBetween, localDay, startOfDay } from '../../src/common/calendar';
import { type JsonBody, MoneyBench, startService, type TestService, TimeMachine } from '../support';
import { boletoBody, cardBody } from '../support/charges';

let machine: TimeMachine;
let app: TestService;
let bench: MoneyBench;
/** The day of whatever is captured. */
let today: string;
const tabled = new BankCalendar();

beforeAll(async () => {
  machine = await TimeMachine.install();
  app = await startService({ worker: true });
  await goTo(tabled.nextBusinessDay(addDays(localDay(new Date()), 1)));
});
beforeEach(async () => (bench = await MoneyBench.open(app)));
afterAll(() => app.stop());

/** To ten o'clock of it. */
async function goTo(day: string): Promise<void> {
  const at = startOfDay(day).getTime() + 10 * 3_600_000;
  await machine.advance((at - machine.now().getTime()) / 1_000);
  today = day;
}

async function calendar(what: 'add' | 'remove', day: string): Promise<void> {
  const streams = { answer: () => undefined, note: () => undefined };
  expect(await runCommandLine(['calendar', what, day], app.environment, streams)).toBe(0);
}

async function capturedBoleto(): Promise<string> {
  const { id } = await bench.charging.create(boletoBody());
  await bench.merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
  await bench.charging.until(id as string, 'captured');
  return id as string;
}

const datesOf = async (chargeId: string): Promise<unknown[]> =>
  (await bench.receivablesOf(chargeId)).map(({ due_date, original_due_date }) => [
    due_date,
    original_due_date,
  ]);

async function previewed(body: object): Promise<unknown[]> {
  const { data } = (await bench.merchant.client.post('/v1/charges/preview', body)).body;
  return data.receivables.map(({ due_date }: JsonBody) => due_date);
}

const kept = (...days: string[]): string[][] => days.map((day) => [day, day]);
/** The next business day, where a day is none any more. */
const after = (day: string): string => tabled.nextBusinessDay(addDays(day, 1));

describe('A bank holiday that an operator adds or removes (money contract §13)', () => {
  it('moves what is counted in business days by one; what existed keeps its date, and settles on it', async () => {
    const holiday = tabled.addBusinessDays(today, 2);
    const before = await capturedBoleto();
    expect(await datesOf(before)).toEqual(kept(holiday));
    await calendar('add', holiday);
    const during = await capturedBoleto();
    expect(await datesOf(during)).toEqual(kept(after(holiday)));
    expect(await previewed(boletoBody())).toEqual([after(holiday)]);
    expect(await datesOf(before)).toEqual(kept(holiday));
    await calendar('remove', holiday);
    const afterwards = await capturedBoleto();
    expect(await datesOf(afterwards)).toEqual(kept(holiday));
    expect(await previewed(boletoBody())).toEqual([holiday]);
    expect(await datesOf(during)).toEqual(kept(after(holiday)));

    expect((await bench.settle(holiday)).body.data).toMatchObject({ receivables: 2 });
    const statuses = [before, during, afterwards].map((id) => bench.receivablesOf(id));
    expect((await Promise.all(statuses)).map(([one]) => one?.status)).toEqual([
      ...['settled', 'waiting_funds', 'settled'],
    ]);
  });

  it('moves an instalment that falls on it, and no other one', async () => {
    const [first, second] = [30, 60].map((days) => tabled.nextBusinessDay(addDays(today, days)));
    const body = cardBody('tok_approved', {}, { installments: 2 });
    expect(await previewed(body)).toEqual([first, second]);
    await calendar('add', first ?? '');
    const { id } = await bench.capturedCard({}, { installments: 2 });
    expect(await datesOf(id as string)).toEqual(kept(after(first ?? ''), second ?? ''));
    await calendar('remove', first ?? '');
    expect(await previewed(body)).toEqual([first, second]);
  });

  it('that the table has is a business day once it is removed', async () => {
    const holiday = nextTabled();
    const days = daysBetween(today, holiday);
    await bench.agree({
      settlement: [{ payment_method: 'boleto', days, unit: 'calendar', interval_days: 0 }],
    });
    expect(await datesOf(await capturedBoleto())).toEqual(kept(after(holiday)));
    await calendar('remove', holiday);
    expect(await datesOf(await capturedBoleto())).toEqual(kept(holiday));
    await calendar('add', holiday);
    expect(await datesOf(await capturedBoleto())).toEqual(kept(after(holiday)));
  });

  it('is none for what settles at its capture: that is done on any day, also of a weekend', async () => {
    await calendar('add', today);
    const { id: added } = await bench.charging.paidPix();
    expect(await datesOf(added as string)).toEqual(kept(today));
    await calendar('remove', today);
    let saturday = addDays(today, 1);
    while (weekday(saturday) !== 6) saturday = addDays(saturday, 1);
    await goTo(saturday);
    const { id } = await bench.charging.paidPix();
    expect(await datesOf(id as string)).toEqual(kept(saturday));
    expect(await bench.balances()).toMatchObject({ available: 20_000, waiting_funds: 0 });
    expect(await datesOf(await capturedBoleto())).toEqual(kept(tabled.addBusinessDays(saturday, 2)));
  });
});

const weekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** The next bank holiday after today that is no Saturday or Sunday. */
function nextTabled(): string {
  const years = [0, 1].map((later) => Number(today.slice(0, 4)) + later);
  const [next = ''] = years
    .flatMap((year) => tabled.holidaysOf(year))
    .filter((day) => day > today && weekday(day) % 6 !== 0);
  return next;
}
