import {
  DESTINATION_STATUSES,
  type DestinationStatus,
  destinationTransitions,
  type DestinationTrigger,
} from './destination.transitions';

/** Money contract §12, Destinations, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<DestinationTrigger, Readonly<Record<string, DestinationStatus>>>> = {
  add: { '': 'pending' },
  activate: { pending: 'active' },
  reject: { pending: 'rejected' },
  disable: { active: 'disabled' },
};

const TRIGGERS = Object.keys(EXPECTED) as DestinationTrigger[];

const cases = [null, ...DESTINATION_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [DestinationStatus | null, DestinationTrigger] => [from, on]),
);

describe('the status machine of a destination', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => destinationTransitions.next(from, on)).toThrow(/not possible/);
    else expect(destinationTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...destinationTransitions.statuses].sort()).toEqual([...DESTINATION_STATUSES].sort());
    expect([...destinationTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
