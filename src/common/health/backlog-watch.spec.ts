import { Gauge, Registry } from 'prom-client';
import { BacklogWatch, type Waiting } from './backlog-watch';

const LONGEST_SECONDS = 300;

describe('What waits', () => {
  let watch: BacklogWatch | null = null;
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    watch?.stop();
    jest.useRealTimers();
  });

  /** Watched for several times as long as anything may wait. */
  const watched = async (oldest: () => Waiting | null): Promise<BacklogWatch> => {
    const gauge = new Gauge({ name: 'oldest', help: 'the oldest', registers: [new Registry()] });
    watch = new BacklogWatch(async () => oldest(), LONGEST_SECONDS, gauge);
    watch.start();
    await jest.advanceTimersByTimeAsync(LONGEST_SECONDS * 3_000);
    return watch;
  };

  it('and stands still is told', async () => {
    await expect((await watched(() => ({ id: 'same', seconds: 600 }))).check()).rejects.toThrow('600 s');
  });

  it('and is worked on is not, however long its oldest has waited', async () => {
    let done = 0;
    await expect((await watched(() => ({ id: String((done += 1)), seconds: 600 }))).check()).resolves.toBe(
      undefined,
    );
  });

  it.each([
    ['for a moment', { id: 'same', seconds: 150 }],
    ['no more', null],
  ])('%s is not', async (_name, oldest) => {
    await expect((await watched(() => oldest)).check()).resolves.toBe(undefined);
  });
});
