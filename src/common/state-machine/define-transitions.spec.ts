import { CodedError } from '../errors';
import { defineTransitions } from '.';

const door = defineTransitions<'open' | 'closed', 'make' | 'close' | 'reopen'>('door', [
  { from: null, on: 'make', to: 'open' },
  { from: 'open', on: 'close', to: 'closed' },
  { from: 'closed', on: 'reopen', to: 'open' },
]);

describe('transition tables', () => {
  it('lead from status and trigger to the next status', () => {
    expect(door.next(null, 'make')).toBe('open');
    expect(door.next('open', 'close')).toBe('closed');
    expect(door.allows('open', 'reopen')).toBe(false);
    expect(door.statuses).toEqual(['open', 'closed']);
  });

  it('say for a whole set of rows where a trigger is possible and where it leads', () => {
    expect(door.from('close')).toEqual(['open']);
    expect(door.from('make')).toEqual([]);
    expect(door.to('reopen')).toBe('open');
    const lift = defineTransitions<'up' | 'down', 'build' | 'press'>('lift', [
      { from: null, on: 'build', to: 'down' },
      { from: 'down', on: 'press', to: 'up' },
      { from: 'up', on: 'press', to: 'down' },
    ]);
    expect(lift.from('press')).toEqual(['down', 'up']);
    expect(() => lift.to('press')).toThrow(/press leads to no one status/);
  });

  it('refuse whatever has no row, with INVALID_STATE', () => {
    const refusal = () => door.next('closed', 'close');
    expect(refusal).toThrow(CodedError);
    expect(refusal).toThrow('The door is closed: this is not possible in that status.');
  });

  it('refuse two rows for one status and trigger', () => {
    expect(() =>
      defineTransitions<'a' | 'b', 'x'>('thing', [
        { from: null, on: 'x', to: 'a' },
        { from: null, on: 'x', to: 'b' },
      ]),
    ).toThrow(/two transitions/);
  });

  it('refuse a status that nothing leads to', () => {
    expect(() => defineTransitions<'a' | 'b', 'x'>('thing', [{ from: 'b', on: 'x', to: 'a' }])).toThrow(
      /nothing leads to b/,
    );
  });
});
