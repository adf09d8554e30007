import { isSameHolder } from './holder.rules';

describe('the holder is the owner (money contract §12)', () => {
  it.each([
    ['52998224725', '52998224725', true],
    ['52998224725', '52998224806', false],
    ['11222333000181', '11222333000262', true],
    ['11222333000181', '11222334000181', false],
    ['12ABC34501DE35', '12ABC34502DE00', true],
    ['52998224725', '52998224000125', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect([isSameHolder(one, other), isSameHolder(other, one)]).toEqual([same, same]);
  });
});
