import { ITEM_STATUSES, type ItemStatus, itemTransitions, type ItemTrigger } from './item.transitions';

/** Money contract §19, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<ItemTrigger, Readonly<Record<string, ItemStatus>>>> = {
  agree: { '': 'matched', missing_here: 'matched', missing_there: 'matched' },
  differ: { '': 'amount_differs', missing_here: 'amount_differs', missing_there: 'amount_differs' },
  shift: { '': 'date_differs', missing_here: 'date_differs', missing_there: 'date_differs' },
  report_only: { '': 'missing_here' },
  book_only: { '': 'missing_there' },
};

const TRIGGERS = Object.keys(EXPECTED) as ItemTrigger[];

const cases = [null, ...ITEM_STATUSES].flatMap((from) =>
  TRIGGERS.map((on): [ItemStatus | null, ItemTrigger] => [from, on]),
);

describe('the status machine of a reconciliation item', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => itemTransitions.next(from, on)).toThrow(/not possible/);
    else expect(itemTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...itemTransitions.statuses].sort()).toEqual([...ITEM_STATUSES].sort());
    expect([...itemTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
