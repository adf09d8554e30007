import { daysBetween } from '../../src/common/calendar';
import { type JsonBody, startService, type TestService } from '../support';
import { Anticipating } from '../support/anticipations';

/** Charges in twelve instalments: a few receivables more than one anticipation takes. */
const CHARGES = 418;
const INSTALLMENTS = 12;
const THERE = CHARGES * INSTALLMENTS;
const MOST = 5_000;
const SHOWN = 500;
const AT_ONCE = 12;

interface Receivable {
  readonly id: string;
  readonly due_date: string;
  readonly net: number;
}

let app: TestService;
let bench: Anticipating;
/** All that waits, the nearest due first, equal due dates by id. */
let waiting: Receivable[];

beforeAll(async () => {
  app = await startService({ worker: true });
  bench = await Anticipating.open(app);
  await sell();
  waiting = (await receivables('waiting_funds')).sort(byDueDate);
}, 600_000);
afterAll(() => app.stop());

/** Of different amounts, so that no two sums of as many are the same by chance. */
async function sell(): Promise<void> {
  let sold = 0;
  const one = async (): Promise<void> => {
    while (sold < CHARGES) {
      sold += 1;
      await bench.sold(12_000 + 7 * sold, INSTALLMENTS);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

function byDueDate(one: Receivable, other: Receivable): number {
  const [mine, its] = [`${one.due_date} ${one.id}`, `${other.due_date} ${other.id}`];
  return mine < its ? -1 : 1;
}

async function pages(path: string): Promise<JsonBody[]> {
  const all: JsonBody[] = [];
  for (let page = 1, left = 1; left > 0; page += 1) {
    const { status, body } = await bench.client.get(`${path}limit=100&page=${page}`);
    expect(status).toBe(200);
    all.push(...(body.data as JsonBody[]));
    left = Number(body.pagination.totalPages) - page;
  }
  return all;
}

const receivables = async (status: string): Promise<Receivable[]> =>
  pages(`/v1/receivables?wallet_id=${bench.merchant.id}&status=${status}&`);

/** Half to even, of a quotient of whole numbers. */
function rounded(dividend: bigint, divisor: bigint): number {
  const whole = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return Number(isUp ? whole + 1n : whole);
}

/** What the contract says of receivables that are paid on a day: 1.5 % a month, each rounded by itself. */
function expectedOf(taken: readonly Receivable[], day: string): JsonBody {
  const items = taken.map(({ id, due_date, net }) => {
    const days = daysBetween(day, due_date);
    const fee = rounded(BigInt(net) * 15n * BigInt(days), 30_000n);
    return { receivable_id: id, net, days, fee, payout: net - fee };
  });
  const amount = items.reduce((total, { net }) => total + net, 0);
  const fee = items.reduce((total, item) => total + item.fee, 0);
  const weighted = items.reduce((total, { net, days }) => total + BigInt(net) * BigInt(days), 0n);
  return {
    ...{ amount, fee, payout: amount - fee, monthly_percentage: 1.5, payment_date: day },
    ...{ count: taken.length, average_days: rounded(weighted * 100n, BigInt(amount)) / 100 },
    items: items.slice(0, SHOWN),
  };
}

describe('More receivables than one anticipation takes (money contract §16)', () => {
  it('5,000 are simulated, the nearest due first; the first 500 are shown, and the sums are of all', async () => {
    expect(waiting).toHaveLength(THERE);
    const payment_date = bench.later;
    const simulated = await bench.simulated({ payment_date });
    expect(simulated.items).toHaveLength(SHOWN);
    expect(simulated).toEqual(expectedOf(waiting.slice(0, MOST), payment_date));
  });

  it('from the end the farthest due are; equal due dates are taken by id from either end', async () => {
    const payment_date = bench.later;
    const farthest = [...waiting].sort((one, other) =>
      one.due_date === other.due_date ? byDueDate(one, other) : byDueDate(other, one),
    );
    const simulated = await bench.simulated({ payment_date, timeframe: 'end' });
    expect(simulated).toEqual(expectedOf(farthest.slice(0, MOST), payment_date));
  });

  it('no payout reaches further than the 5,000 do', async () => {
    const payment_date = bench.later;
    const { payout } = expectedOf(waiting.slice(0, MOST), payment_date);
    expect((await bench.simulated({ payment_date, payout })).count).toBe(MOST);
    const beyond = await bench.simulate({ payment_date, payout: Number(payout) + 1 });
    expect([beyond.status, beyond.body.error]).toEqual([422, 'ANTICIPATION_TOO_LARGE']);
  });

  it('the real one takes the same 5,000 and leaves the rest, which the next one takes', async () => {
    const payment_date = bench.later;
    const { items: _items, ...facts } = expectedOf(waiting.slice(0, MOST), payment_date);
    const asked = await bench.waiting({ payment_date });
    expect(asked).toMatchObject({ ...facts, status: 'approved' });
    const taken = await pages(`/v1/anticipations/${String(asked.id)}/receivables?sort=due_date&`);
    expect(taken.map((one) => one.receivable_id as string)).toEqual(
      waiting.slice(0, MOST).map(({ id }) => id),
    );
    const rest = waiting.slice(MOST);
    expect(await bench.simulated({ payment_date })).toEqual(expectedOf(rest, payment_date));

    const before = await bench.balances();
    expect((await bench.payNow(asked.id)).status).toBe(200);
    expect(await bench.read(asked.id)).toMatchObject({ ...facts, status: 'paid' });
    expect(await bench.balances()).toMatchObject({
      available: (before['available'] ?? 0) + Number(facts.payout),
      waiting_funds: rest.reduce((total, { net }) => total + net, 0),
    });
    expect((await receivables('waiting_funds')).sort(byDueDate).map(({ id }) => id)).toEqual(
      rest.map(({ id }) => id),
    );
  });
});
