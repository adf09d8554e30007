import { SystemRandomness } from './clock';
import { IdGenerator, isUuid } from './ids';

describe('random bytes', () => {
  it('come once each, and stay what they are', () => {
    const randomness = new SystemRandomness();
    const taken = Array.from({ length: 2_000 }, () => randomness.bytes(16));
    const texts = taken.map((bytes) => bytes.toString('hex'));
    expect(new Set(texts).size).toBe(2_000);
    for (const count of [1, 12, 32, 5_000]) expect(randomness.bytes(count)).toHaveLength(count);
    expect(taken.map((bytes) => bytes.toString('hex'))).toEqual(texts);
  });
});

describe('ids', () => {
  let nowMs = Date.UTC(2026, 6, 1);
  const ids = new IdGenerator({ now: () => new Date(nowMs) }, new SystemRandomness());
  const many = (count: number): string[] => Array.from({ length: count }, () => ids.next());
  const msecsOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

  it('are UUIDs of version 7 with the millisecond of the clock', () => {
    for (const id of many(100)) {
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      expect(msecsOf(id)).toBe(nowMs);
    }
  });

  it('of one millisecond sort in the order of their making, and none comes twice', () => {
    const made = many(10_000);
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('follow the clock, also when it is put back', () => {
    const before = ids.next();
    nowMs -= 60_000;
    const back = ids.next();
    expect(msecsOf(back)).toBe(nowMs);
    nowMs += 120_000;
    const after = ids.next();
    expect([before, back, after].toSorted()).toEqual([back, before, after]);
  });
});
