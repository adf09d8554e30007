import { preferredWait } from './prefer-wait';

describe('Prefer: wait', () => {
  it.each<[string, number | null]>([
    ['wait=5', 5],
    ['WAIT = 7', 7],
    ['respond-async, wait=10', 10],
    ['wait="3"; foo=bar', 3],
    ['wait=3, wait=9', 3],
    ['wait=21', 20],
    ['wait=999999999', 20],
    ['wait=9999999999', 20],
    [`wait=${'9'.repeat(400)}`, 20],
    ['wait=0000000005', 5],
    ['wait="00000000000021"', 20],
    ['wait=0', null],
    ['wait=0000000000', null],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['wait', null],
    ['waiting=5', null],
    ['', null],
  ])('%s', (header, expected) => {
    expect(preferredWait(header)).toBe(expected);
  });
});
