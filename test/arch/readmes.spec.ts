import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../../src/features';

const SRC = join(__dirname, '..', '..', 'src');
const PARTS = ['start reading', 'door', 'table', 'event', 'invariant'];
/** What does not fit belongs to the code that it explains. */
const LINES_OF_A_PAGE = 70;

/** architecture §2: one page in each feature's folder says what it owns and where to begin. */
describe('The page of a feature', () => {
  const names = FEATURES.map(({ name }) => name).filter((name) => existsSync(join(SRC, name)));

  it('is there for every folder that is a feature', () => {
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !existsSync(join(SRC, name, 'README.md')))).toEqual([]);
  });

  it.each(names)('%s: one page', (name) => {
    const lines = readFileSync(join(SRC, name, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThanOrEqual(LINES_OF_A_PAGE);
  });

  it.each(names)('%s: where to start, its door, tables, events and invariants', (name) => {
    // What stands in bold or as a heading, in whatever words beside it.
    const titles = [
      ...readFileSync(join(SRC, name, 'README.md'), 'utf8').matchAll(/^##+ (.+)$|\*\*([^*]+)\*\*/gm),
    ].map(([, heading, bold]) => (heading ?? bold ?? '').toLowerCase());
    expect(PARTS.filter((part) => !titles.some((title) => title.includes(part)))).toEqual([]);
  });
});
