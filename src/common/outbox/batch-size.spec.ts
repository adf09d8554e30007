import { BatchSize } from './batch-size';

const MB = 1024 * 1024;
const events = (count: number, bytes: number) => Array.from({ length: count }, () => ({ bytes }));

describe('how much the relay takes at once', () => {
  it('counts bytes, and takes one event however large it is', () => {
    const size = new BatchSize();
    expect(size.fitting(events(20, 1_000))).toHaveLength(20);
    expect(size.fitting(events(20, MB / 4))).toHaveLength(4);
    expect(size.fitting(events(20, 2 * MB))).toHaveLength(1);
    expect(size.fitting([])).toEqual([]);
  });

  it('grows slowly, up to 200 events and 8 MB', () => {
    const size = new BatchSize();
    const grown = [size.events];
    for (let round = 0; round < 30; round += 1) {
      size.grow();
      grown.push(size.events);
    }
    expect(grown.slice(0, 4)).toEqual([20, 25, 32, 40]);
    expect(size.events).toBe(200);
    expect(size.fitting(events(200, 2 * MB))).toHaveLength(4);
  });

  it('halves what failed, down to a single event, and grows again from there', () => {
    const size = new BatchSize();
    size.shrink(9);
    expect(size.events).toBe(4);
    for (let round = 0; round < 20; round += 1) size.shrink(size.events);
    expect(size.events).toBe(1);
    expect(size.fitting(events(3, 40_000))).toHaveLength(1);
    size.grow();
    expect(size.events).toBe(2);
  });
});
