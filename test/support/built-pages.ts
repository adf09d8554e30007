import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(__dirname, '..', '..', 'scripts', 'pages.mjs');

/** The real build of the pages, made anew when a source of theirs changed; npm test has done it already. */
export function buildPages(): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
