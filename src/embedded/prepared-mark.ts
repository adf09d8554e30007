import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../common/time';

/** Far less than what is left to a demo key when it is renewed. */
const HOLDS_MS = DAY_MS;
/** Written by the build: a hash of what it was made from. */
const BUILD = join(__dirname, '..', '..', '.built-from');

/**
 * Notes in a cluster what it was prepared for: this build, these addresses. The preparation loads half of the
 * service to find that nothing is to be done; with the mark the next start need not.
 */
export class PreparedMark {
  private readonly file: string;
  private readonly text: string | null;

  /** @param purpose all, besides the build, that the preparation depends on */
  constructor(clusterDirectory: string, purpose: readonly string[], buildFile = BUILD) {
    this.file = join(clusterDirectory, 'repasse-prepared');
    const build = textOf(buildFile);
    this.text = build === null ? null : [build, ...purpose, ''].join('\n');
  }

  /** True when the last preparation was for the same, less than a day ago. */
  holds(): boolean {
    if (this.text === null || textOf(this.file) !== this.text) return false;
    // The clock has whole milliseconds, a file's time has parts of one: what was written just now is not of the future.
    const ageMs = Date.now() - Math.floor(statSync(this.file).mtimeMs);
    return ageMs >= 0 && ageMs < HOLDS_MS;
  }

  write(): void {
    if (this.text !== null) writeFileSync(this.file, this.text, { mode: 0o600 });
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
