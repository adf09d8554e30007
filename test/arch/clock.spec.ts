import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', 'src');

/** Who may read the clock of the machine, and what for. Everybody else asks Clock, or measures with performance.now(). */
const MAY: Readonly<Record<string, string>> = {
  'common/clock.ts': 'is the clock of what has no database',
  'common/database-clock/database-clock.ts': 'tells how far the machine is from the database',
  'common/logging/logging.module.ts': 'log lines tell the time of the machine that wrote them',
  'common/logging/request-line.ts': 'log lines tell the time of the machine that wrote them',
  'cli/doctor/doctor.command.ts': 'tells how far the machine is from the database',
  'cli/listen.command.ts': 'prints the moment to whoever looks on',
  'embedded/prepared-mark.ts': 'compares with the times of files',
};

const READS_WALL_CLOCK = /\bDate\.now\(\)|\bnew Date\(\)/;

describe("Time is the database's (architecture §5, rule 8)", () => {
  it('nobody else reads the clock of the machine', () => {
    const readers = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.spec.ts') &&
        !path.startsWith('backoffice/web/') &&
        READS_WALL_CLOCK.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(readers.sort()).toEqual(Object.keys(MAY).sort());
  });
});
