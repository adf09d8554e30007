import { setTimeout as sleep } from 'node:timers/promises';
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

  it('rests between two rounds as long as the first one worked', async () => {
    const WORK_MS = 40;
    const rounds: { beganMs: number; endedMs: number }[] = [];
    await inRounds(1, async () => {
      const beganMs = performance.now();
      await sleep(WORK_MS);
      rounds.push({ beganMs, endedMs: performance.now() });
      return rounds.length === 3 ? 0 : 1;
    });
    const rests = rounds.slice(1).map(({ beganMs }, at) => beganMs - rounds[at]!.endedMs);
    // A timer may come a millisecond early.
    for (const rest of rests) expect(rest).toBeGreaterThanOrEqual(WORK_MS - 2);
  });
});
