import { BoundedLogger } from './bounded-logger';

describe('lines bounded in number', () => {
  it('says so many a minute, and then how many it left out', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const into = (line: string): number => lines.push(line);
    const logger = new BoundedLogger({ log: into, warn: into }, 2, () => nowMs);
    for (const line of ['a', 'b', 'c', 'd']) logger.warn(line);
    nowMs = 59_999;
    logger.log('e');
    expect(lines).toEqual(['a', 'b']);
    nowMs = 60_000;
    logger.log('f');
    expect(lines).toEqual(['a', 'b', '3 lines of this kind were left out', 'f']);
    nowMs = 120_000;
    logger.log('g');
    expect(lines.at(-1)).toBe('g');
    expect(lines).toHaveLength(5);
  });
});
