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

  it('rests as long as a round took, and not after the last one', async () => {
    const rests: number[] = [];
    let rounds = 0;
    await inRounds(
      5,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, rounds === 0 ? 30 : 0));
        rounds += 1;
        return rounds === 3 ? 0 : 5;
      },
      (tookMs) => Promise.resolve(rests.push(tookMs)),
    );
    expect(rests).toHaveLength(2);
    expect(rests[0]).toBeGreaterThan(28);
    expect(rests[1]).toBeLessThan(rests[0]!);
  });
});
