import {
  RECEIVABLE_STATUSES,
  type ReceivableStatus,
  receivableTransitions,
  type ReceivableTrigger,
} from './receivable.transitions';

/** Money contract §14, its table, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<ReceivableTrigger, Readonly<Record<string, ReceivableStatus>>>> = {
  capture: { '': 'waiting_funds' },
  capture_due: { '': 'settled' },
  settle: { waiting_funds: 'settled' },
  anticipate: { waiting_funds: 'anticipated' },
  take_all: { waiting_funds: 'cancelled' },
  give_back: { cancelled: 'waiting_funds' },
};

const TRIGGERS = Object.keys(EXPECTED) as ReceivableTrigger[];

const cases = [null, ...RECEIVABLE_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [ReceivableStatus | null, ReceivableTrigger] => [from, on]),
);

describe('the status machine of a receivable', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => receivableTransitions.next(from, on)).toThrow(/not possible/);
    else expect(receivableTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...receivableTransitions.statuses].sort()).toEqual([...RECEIVABLE_STATUSES].sort());
    expect([...receivableTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
