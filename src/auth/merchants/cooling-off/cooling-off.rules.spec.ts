import { coolingOffHoursOf } from './cooling-off.rules';

describe('the cooling-off of new destinations (money contract §12)', () => {
  it.each([
    ['live', null, 24],
    ['test', null, 0],
    ['live', 0, 0],
    ['live', 72, 72],
    ['test', 2, 2],
  ] as const)('of a %s merchant that was told %p is %p hours', (mode, coolingOffHours, expected) => {
    expect(coolingOffHoursOf({ mode, coolingOffHours })).toBe(expected);
  });
});
