import { KeyedGate } from './keyed-gate';

const LONG_MS = 60_000;

describe('KeyedGate', () => {
  it('lets so many through per key, and the others in their order', async () => {
    const gate = new KeyedGate(2, 10);
    expect([gate.enter('a', LONG_MS), gate.enter('a', LONG_MS), gate.enter('b', LONG_MS)]).toEqual([
      true,
      true,
      true,
    ]);
    const order: number[] = [];
    const third = Promise.resolve(gate.enter('a', LONG_MS)).then(() => order.push(3));
    const fourth = Promise.resolve(gate.enter('a', LONG_MS)).then(() => order.push(4));
    gate.leave('a');
    await third;
    expect(order).toEqual([3]);
    gate.leave('a');
    await fourth;
    expect(order).toEqual([3, 4]);
  });

  it('refuses when too many wait, and whoever waited too long; their places are not lost', async () => {
    const gate = new KeyedGate(1, 1);
    expect(gate.enter('a', LONG_MS)).toBe(true);
    const late = gate.enter('a', 1);
    expect(gate.enter('a', LONG_MS)).toBe(false);
    expect(await late).toBe(false);
    const next = gate.enter('a', LONG_MS);
    gate.leave('a');
    expect(await next).toBe(true);
    gate.leave('a');
    expect(gate.enter('a', LONG_MS)).toBe(true);
  });

  it('keeps nothing of a key that nobody uses', () => {
    const gate = new KeyedGate(2, 1);
    for (let key = 0; key < 1_000; key += 1) {
      expect(gate.enter(String(key), LONG_MS)).toBe(true);
      gate.leave(String(key));
    }
    expect((gate as unknown as { keys: Map<string, unknown> }).keys.size).toBe(0);
  });
});
