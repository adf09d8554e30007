import { inRounds } from './in-rounds';

describe('inRounds', () => {
  it('goes on until a round had less to do than its bound', async () => {
    const had = [5, 5, 4, 5];
    const done: number[] = [];
    await inRounds(5, async () => {
      done.push(had[done.length]!);
      return done.at(-1)!;
    });
    expect(done).toEqual([5, 5, 4]);
  });

  it('ends after the round in which it is told to', async () => {
    const stop = new AbortController();
    const round = jest.fn(async () => {
      if (round.mock.calls.length === 2) stop.abort();
      return Promise.resolve(5);
    });
    await inRounds(5, round, stop.signal);
    expect(round).toHaveBeenCalledTimes(2);
    await inRounds(5, round, stop.signal);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('rests as long as a round took, and not after the last one', async () => {
    const took: number[] = [];
    const rests: { ms: number; atMost: number }[] = [];
    let sinceMs = performance.now();
    await inRounds(
      5,
      async () => {
        const beganMs = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 20 * (took.length + 1)));
        took.push(performance.now() - beganMs);
        return took.length === 3 ? 0 : 5;
      },
      undefined,
      async (ms) => {
        rests.push({ ms, atMost: performance.now() - sinceMs });
        await Promise.resolve();
        sinceMs = performance.now();
      },
    );
    expect(rests).toHaveLength(2);
    for (const [round, { ms, atMost }] of rests.entries()) {
      expect(ms).toBeGreaterThanOrEqual(took[round]!);
      expect(ms).toBeLessThanOrEqual(atMost);
    }
  });
});
