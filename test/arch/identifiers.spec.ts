import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/**
 * Words that this house once had for things the field has a name for: bulkhead, pool, notification, movement, report. Whoever
 * reads a name knows it from elsewhere, or finds it in the glossary.
 */
const HOME_MADE = new Set(
  'lane lanes turns wake wakes news patience unkept meanwhile trail told untold moved'.split(' '),
);

/** `RefundMovement` and `MOVED_IN` in their parts, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]+/);
}

/** A wake-up is what kernels have, and the bench measures how long one takes here. */
function isHomeMade(part: string, at: number, parts: readonly string[]): boolean {
  return HOME_MADE.has(part) && !/^wake ups?$/.test(`${part} ${parts[at + 1]}`);
}

function homeMade(text: string, fileName: string): string[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false, kind);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && partsOf(node.text).some(isHomeMade)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'packages', 'test', 'examples'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));

it('names are the field’s words (docs/architecture.md, names)', () => {
  const found = files.flatMap((file) =>
    homeMade(readFileSync(join(ROOT, file), 'utf8'), file).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('finds them in names of every spelling, and not in longer words', () => {
  const text = `const toldMoment = 1; class MovedRefund { wake() {} } const MOST_TOLD = removed(password, planes, wakeUp);`;
  expect(homeMade(text, 'a.ts')).toEqual(['toldMoment', 'MovedRefund', 'wake', 'MOST_TOLD']);
});
