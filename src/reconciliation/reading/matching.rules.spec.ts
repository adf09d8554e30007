import { type Claim, matchOf, type Movement, partOf } from './matching.rules';

const movement = (id: string, cents: number, date = '2026-11-24', installments = 1): Movement => ({
  ...{ merchantId: 'm', resourceType: 'charge', resourceId: id, installments },
  cause: { id, cents, date },
});
const line = (grossCents: number, date = '2026-11-24', installment: number | null = null) => ({
  ...{ grossCents, date, installment },
});
const claim = (installment: number | null, isAwaited = false): Claim => ({
  itemId: 'i',
  installment,
  isAwaited,
});
const none = (): readonly Claim[] => [];

describe('what a line tells of (money contract §19)', () => {
  it.each([
    ['the same', line(100), 'agree'],
    ['another amount', line(99), 'differ'],
    ['another day', line(100, '2026-11-25'), 'shift'],
    ['another amount on another day', line(99, '2026-11-25'), 'differ'],
  ] as const)('%s', (_, reported, trigger) => {
    expect(matchOf(reported, [movement('a', 100)], none)?.trigger).toBe(trigger);
  });

  it('of several what agrees, else what agrees in the amount', () => {
    const two = [movement('a', 90), movement('b', 100, '2026-11-23'), movement('c', 100)];
    expect(matchOf(line(100), two, none)?.causeId).toBe('c');
    expect(matchOf(line(100), two.slice(0, 2), none)?.causeId).toBe('b');
    expect(matchOf(line(100), two, (id) => (id === 'c' ? [claim(null)] : []))?.causeId).toBe('b');
  });

  it('a payment is told whole or by its instalments', () => {
    const paid = [movement('a', 100, '2026-11-24', 3)];
    expect(matchOf(line(34, '2026-11-24', 1), paid, none)).toMatchObject({
      expectedCents: 34,
      trigger: 'agree',
    });
    expect(matchOf(line(33, '2026-11-24', 4), paid, none)).toBeNull();
    expect(matchOf(line(33, '2026-11-24', 2), paid, () => [claim(1)])?.trigger).toBe('agree');
    expect(matchOf(line(33, '2026-11-24', 2), paid, () => [claim(2)])).toBeNull();
    expect(matchOf(line(33, '2026-11-24', 2), paid, () => [claim(null)])).toBeNull();
    expect(matchOf(line(100), paid, () => [claim(1)])).toBeNull();
  });

  it('what waits for its line gives way to it, and what moved nothing is told by none', () => {
    const paid = [movement('a', 100, '2026-11-24', 3)];
    expect(matchOf(line(100), paid, () => [claim(null, true)])?.awaited).toEqual(claim(null, true));
    expect(matchOf(line(33, '2026-11-24', 3), paid, () => [claim(null, true)])?.awaited).toEqual(
      claim(null, true),
    );
    expect(matchOf(line(100), [{ ...movement('a', 100), cause: null }], none)).toBeNull();
  });

  it('instalments sum to the whole', () => {
    for (const [cents, parts] of [
      [100, 3],
      [1, 12],
      [9_999_999_999, 7],
    ] as const) {
      const each = Array.from({ length: parts }, (_, at) => partOf(cents, parts, at + 1));
      expect(each.reduce((sum, part) => sum + part)).toBe(cents);
      expect(partOf(cents, parts, null)).toBe(cents);
    }
  });
});
