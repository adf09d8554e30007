import {
  ANTICIPATION_STATUSES,
  type AnticipationStatus,
  anticipationTransitions,
  type AnticipationTrigger,
} from './anticipation.transitions';

/** Money contract §16, its table, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<string, AnticipationStatus>> = {
  ' ask': 'pending',
  ' ask_within_bound': 'approved',
  'pending approve': 'approved',
  'pending refuse': 'refused',
  'pending cancel': 'cancelled',
  'pending lose_all': 'cancelled',
  'approved cancel': 'cancelled',
  'approved lose_all': 'cancelled',
  'approved pay': 'paid',
};

const cases = [null, ...ANTICIPATION_STATUSES].flatMap((from) =>
  anticipationTransitions.triggers.map((on): [AnticipationStatus | null, AnticipationTrigger] => [from, on]),
);

describe('the status machine of an anticipation', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[`${from ?? ''} ${on}`];
    if (to === undefined) expect(() => anticipationTransitions.next(from, on)).toThrow(/not possible/);
    else expect(anticipationTransitions.next(from, on)).toBe(to);
  });

  it('reaches every status', () => {
    expect([...anticipationTransitions.statuses].sort()).toEqual([...ANTICIPATION_STATUSES].sort());
  });
});
