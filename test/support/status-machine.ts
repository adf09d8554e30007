import type { TransitionTable } from '../../src/common/state-machine';

/** What every trigger makes of every status, written out by hand; '' stands for nothing before. A pair not named is refused. */
export type ExpectedTransitions<Status extends string, Trigger extends string> = Readonly<
  Record<Trigger, Readonly<Partial<Record<Status | '', Status>>>>
>;

/** A table has these transitions, refuses all others, and knows no other trigger and status. */
export function itHasTransitions<Status extends string, Trigger extends string>(
  transitions: TransitionTable<Status, Trigger>,
  statuses: readonly Status[],
  expected: ExpectedTransitions<Status, Trigger>,
): void {
  const triggers = Object.keys(expected) as Trigger[];
  const cases = [null, ...statuses].flatMap((from) =>
    triggers.map((on): [Status | null, Trigger] => [from, on]),
  );

  describe(`the status machine: ${transitions.name}`, () => {
    it.each(cases)('%s on %s', (from, on) => {
      const to = expected[on][from ?? ''];
      if (to === undefined) expect(() => transitions.next(from, on)).toThrow(/not possible/);
      else expect(transitions.next(from, on)).toBe(to);
    });

    it('knows these triggers and statuses alone', () => {
      expect([...transitions.statuses].sort()).toEqual([...statuses].sort());
      expect([...transitions.triggers].sort()).toEqual([...triggers].sort());
    });
  });
}
