import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circles, crowded, GROWING, type Import, importsOf, isSource, MOST_SOURCES } from './folders';

const ROOT = join(__dirname, '..', '..');
const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `src/${path}`,
);
const doors = new Set(paths.filter((path) => path.endsWith('/index.ts')));
const imports = paths
  .filter(isSource)
  .flatMap((path) => importsOf(path, readFileSync(join(ROOT, path), 'utf8'), doors));

describe('The folders (architecture.md §2)', () => {
  it(`none has more than ${MOST_SOURCES} sources of its own`, () => {
    expect(crowded(paths)).toEqual([]);
  });

  it('none leads by imports to one beside it and back; who imports whom at the top is in .dependency-cruiser.cjs', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(circles(imports, ['src'])).toEqual([]);
  });

  it('every folder that may grow is there', () => {
    expect(Object.keys(GROWING).filter((folder) => !paths.includes(folder))).toEqual([]);
  });

  it('counts what is a source of its own, and nothing else', () => {
    const beside = ['a/index.ts', 'a/README.md', 'a/1.spec.ts', 'a/1.d.ts', 'a/1.css', 'a/b/1.ts'];
    const sources = Array.from({ length: MOST_SOURCES }, (_, index) => `a/${index}.ts`);
    expect(crowded([...sources, ...beside])).toEqual([]);
    expect(crowded([...sources, ...beside, 'a/page.tsx'])).toEqual([`a: ${MOST_SOURCES + 1}`]);
  });

  const imported = (from: string, to: string): Import => ({ from, to });

  it.each<[string, Import[], string[]]>([
    ['one way only', [imported('src/x/a/1.ts', 'src/x/b/2'), imported('src/x/a/3.ts', 'src/x/b/4')], []],
    [
      'both ways, by other files',
      [imported('src/x/a/1.ts', 'src/x/b/2'), imported('src/x/b/c/3.ts', 'src/x/a/4')],
      ['src/x: a, b'],
    ],
    [
      'back over a third',
      [
        imported('src/x/a/1.ts', 'src/x/b/2'),
        imported('src/x/b/2.ts', 'src/x/c/3'),
        imported('src/x/c/3.ts', 'src/x/a/1'),
        imported('src/x/d/4.ts', 'src/x/a/1'),
      ],
      ['src/x: a, b, c'],
    ],
    [
      'a folder and the one in it',
      [imported('src/x/1.ts', 'src/x/a/2'), imported('src/x/a/2.ts', 'src/x/1')],
      [],
    ],
    ['ruled elsewhere', [imported('src/a/1.ts', 'src/b/2'), imported('src/b/2.ts', 'src/a/1')], []],
  ])('finds circles: %s', (_, given, expected) => {
    expect(circles(given, ['src'])).toEqual(expected);
  });

  it('reads imports of every form', () => {
    const text = `import type { A } from './a';
      export { b } from '../b/b';
      const c = () => import('../../c');
      import { join } from 'node:path';
      import { d } from '../d';`;
    const found = importsOf('src/x/y/1.ts', text, new Set(['src/x/d/index.ts'])).map(({ to }) => to);
    expect(found.sort()).toEqual(['src/c', 'src/x/b/b', 'src/x/d/index', 'src/x/y/a']);
  });
});
