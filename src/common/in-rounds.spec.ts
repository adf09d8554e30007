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
});
