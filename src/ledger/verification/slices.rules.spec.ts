import { firstOf, partOfEach, reached, type Slice, type WalkPlace } from './slices.rules';

const slice = (accountId: string, after: number, upTo: number): Slice => ({
  merchantId: 'm',
  accountId,
  after,
  upTo,
});
const place = (hour: string, accountId: string): WalkPlace => ({ hour, merchantId: 'm', accountId });

describe('what a round verifies', () => {
  const slices = [slice('a', 0, 60), slice('b', 10, 90), slice('c', 0, 5)];

  it('as many entries as a round reads, in order', () => {
    expect(firstOf(slices, 100)).toEqual([slice('a', 0, 60), slice('b', 10, 50)]);
    expect(firstOf(slices, 60)).toEqual([slice('a', 0, 60)]);
    expect(firstOf(slices, 1_000)).toEqual(slices);
    expect(firstOf([], 10)).toEqual([]);
  });

  it('of accounts with a break a part each', () => {
    expect(partOfEach(slices, 90)).toEqual([slice('a', 0, 30), slice('b', 10, 40), slice('c', 0, 5)]);
    expect(partOfEach(slices, 1)).toEqual([slice('a', 0, 1), slice('b', 10, 11), slice('c', 0, 1)]);
    expect(partOfEach([], 90)).toEqual([]);
  });

  describe('how far the walk has come', () => {
    const begun = place('0', 'z');
    const walked = [
      place('1', 'a'),
      place('1', 'verified'),
      place('1', 'b'),
      place('2', 'a'),
      place('2', 'c'),
    ];
    const after = (taken: readonly Slice[], broken: readonly Slice[] = []) =>
      reached(begun, walked, slices, taken, broken);

    it('to its end when all is read', () => {
      expect(after(slices)).toEqual(place('2', 'c'));
      expect(reached(begun, walked, [], [], [])).toEqual(place('2', 'c'));
    });

    it('before the first account that is cut or was not begun', () => {
      expect(after(firstOf(slices, 100))).toEqual(place('1', 'verified'));
      expect(after(firstOf(slices, 60))).toEqual(place('1', 'verified'));
      expect(after(firstOf(slices, 140))).toEqual(place('2', 'a'));
      expect(after(firstOf(slices, 59))).toEqual(begun);
    });

    it('past one with a break, which would keep the others waiting', () => {
      expect(after(firstOf(slices, 59), [slice('a', 0, 59)])).toEqual(place('1', 'verified'));
      expect(after(firstOf(slices, 100), [slice('b', 10, 50)])).toEqual(place('2', 'a'));
    });
  });
});
