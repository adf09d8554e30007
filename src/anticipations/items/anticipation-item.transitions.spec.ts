import {
  anticipationItemTransitions,
  ITEM_STATES,
  type ItemState,
  type ItemTrigger,
} from './anticipation-item.transitions';

/** Money contract §16, written out once more: what every trigger makes of every state. */
const EXPECTED: Readonly<Record<ItemTrigger, Readonly<Record<string, ItemState>>>> = {
  add: { '': 'open' },
  leave: { open: 'gone' },
  pay: { open: 'paid' },
  release: { open: 'released' },
};

const TRIGGERS = Object.keys(EXPECTED) as ItemTrigger[];

const cases = [null, ...ITEM_STATES].flatMap((from) =>
  TRIGGERS.map((on): [ItemState | null, ItemTrigger] => [from, on]),
);

describe('the state machine of a receivable in an anticipation', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => anticipationItemTransitions.next(from, on)).toThrow(/not possible/);
    else expect(anticipationItemTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and states alone', () => {
    expect([...anticipationItemTransitions.statuses].sort()).toEqual([...ITEM_STATES].sort());
    expect([...anticipationItemTransitions.triggers].sort()).toEqual([...TRIGGERS].sort());
  });
});
