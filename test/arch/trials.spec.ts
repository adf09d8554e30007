import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRIALS } from '../bench/trials';

const page = (name: string): string => readFileSync(join(__dirname, '..', '..', 'docs', name), 'utf8');

/** The rows of a page's tables, as the texts of their cells. */
const rowsOf = (name: string): string[][] =>
  page(name)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** The number that a cell begins with. */
const count = (cell = ''): number => Number(/^[\d,]+/.exec(cell)?.[0].replaceAll(',', ''));

describe('what docs say of the trials of the fault bench', () => {
  const rows = rowsOf('operations.md');

  it.each(TRIALS)('$id has a row, with how often it is tried', ({ id, counts }) => {
    const row = rows.find((cells) => cells[2] === `\`${id}\``);
    if (row !== undefined) expect([count(row[3]), count(row[4])]).toEqual([counts.short, counts.full]);
    else
      expect(
        rowsOf('security.md')
          .flatMap((cells) => cells[2] ?? '')
          .join(),
      ).toContain(`\`${id}\``);
  });

  it('no row is of a trial that is no more', () => {
    const named = rows.flatMap((cells) => /^`([a-z-]+)`$/.exec(cells[2] ?? '')?.[1] ?? []);
    expect(named.filter((id) => !TRIALS.some((trial) => trial.id === id))).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
  });
});
