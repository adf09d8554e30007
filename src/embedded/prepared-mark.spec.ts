import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreparedMark } from './prepared-mark';

describe('the mark of a prepared cluster', () => {
  const purpose = ['http://localhost:3000', 'true', ''];
  let directory: string;
  let build: string;
  const mark = (of = purpose) => new PreparedMark(directory, of, build);

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'repasse-mark-'));
    build = join(directory, 'build');
    writeFileSync(build, 'b1');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('holds once it is written, and not before', () => {
    expect(mark().holds()).toBe(false);
    mark().write();
    expect(mark().holds()).toBe(true);
  });

  it('does not hold for another purpose, another build, or one that is not known', () => {
    mark().write();
    expect(mark(['http://localhost:3100', 'true', '']).holds()).toBe(false);
    writeFileSync(build, 'b2');
    expect(mark().holds()).toBe(false);
    rmSync(build);
    mark().write();
    expect(mark().holds()).toBe(false);
  });

  it.each([
    ['a day later', -24 * 3_600],
    ['when the clock was put back', 60],
  ])('does not hold %s', (_when, seconds) => {
    mark().write();
    const writtenAt = Date.now() / 1_000 + seconds;
    utimesSync(join(directory, 'repasse-prepared'), writtenAt, writtenAt);
    expect(mark().holds()).toBe(false);
  });
});
