import { DatabaseClock } from './database-clock';

/** A database whose clock is so far ahead of ours, answering after as many milliseconds as it is told. */
class Database {
  asked = 0;

  constructor(
    readonly aheadMs: number,
    private readonly delaysMs: readonly number[] = [0],
  ) {}

  query<T>(): Promise<T> {
    const delayMs = this.delaysMs[this.asked % this.delaysMs.length] ?? 0;
    this.asked += 1;
    const ms = performance.timeOrigin + performance.now() + this.aheadMs;
    return new Promise((resolve) => setTimeout(() => resolve([{ ms }] as T), delayMs));
  }
}

async function started(database: Pick<Database, 'query'>): Promise<DatabaseClock> {
  const clock = new DatabaseClock(database);
  await clock.start();
  clock.onApplicationShutdown();
  return clock;
}

const aheadOf = (clock: DatabaseClock) =>
  clock.now().getTime() - (performance.timeOrigin + performance.now());

describe('the clock of the database', () => {
  it.each([0, 3_600_000, -3_600_000])('is known to milliseconds when it is %d ms ahead', async (aheadMs) => {
    expect(Math.abs(aheadOf(await started(new Database(aheadMs))) - aheadMs)).toBeLessThan(50);
  });

  it('the quickest of several answers counts', async () => {
    const clock = await started(new Database(60_000, [400, 300, 0, 400, 400]));
    expect(Math.abs(aheadOf(clock) - 60_000)).toBeLessThan(100);
  });

  it('is not fit while it was never asked, nor with a machine 2 s away, and tells the skew', async () => {
    const away = await started({ query: () => Promise.reject(new Error('away')) });
    await expect(away.check()).rejects.toThrow();
    expect(Math.abs(aheadOf(away))).toBeLessThan(50);
    const ahead = await started(new Database(-2_500));
    await expect(ahead.check()).rejects.toThrow();
    expect(Math.abs(ahead.skewMs() - 2_500)).toBeLessThan(200);
    await expect(started(new Database(1_000)).then((clock) => clock.check())).resolves.toBeUndefined();
  });

  it('does not follow the clock of the machine', async () => {
    const clock = await started(new Database(0));
    const before = clock.now().getTime();
    const wall = jest.spyOn(Date, 'now').mockReturnValue(0);
    try {
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    } finally {
      wall.mockRestore();
    }
  });
});
