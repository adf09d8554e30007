import { PriorityLimiter } from './priority-limiter';

describe('the limit on what happens at once', () => {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('lets so many through at once, the first class before the others, each in its order', async () => {
    const limiter = new PriorityLimiter(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const enter = (name: string, isFirst: boolean): Promise<void> =>
      limiter.run(isFirst, () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      });
    const all = [
      enter('a', false),
      enter('b', false),
      enter('c', false),
      enter('d', false),
      enter('e', true),
    ];
    await settle();
    expect(begun).toEqual(['a', 'b']);
    for (const name of ['a', 'e', 'b', 'c', 'd']) {
      ends.get(name)?.();
      await settle();
    }
    expect(begun).toEqual(['a', 'b', 'e', 'c', 'd']);
    await Promise.all(all);
  });

  it('a failure frees the slot', async () => {
    const limiter = new PriorityLimiter(1);
    await expect(limiter.run(false, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await limiter.run(false, async () => 'through')).toBe('through');
  });
});
