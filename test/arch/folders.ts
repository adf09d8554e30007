import { posix } from 'node:path';
import ts from 'typescript';

/** Past so many a reader sees a heap instead of a folder (architecture.md §2). */
export const MOST_SOURCES = 15;

/** Folders of one file for each of something, each with the reason. */
export const GROWING: Readonly<Record<string, string>> = {
  'src/database/migrations': 'one file a change of the schema, in the order of their names, never taken away',
};

/** What is no source of its own: a spec stands beside its source, an index is the folder's door. */
const BESIDE = /\.spec\.ts$|\.d\.ts$|(?:^|\/)index\.tsx?$/;
const SOURCE = /\.(?:ts|tsx|mts)$/;

export function isSource(path: string): boolean {
  return SOURCE.test(path) && !BESIDE.test(path);
}

/** The folders that hold more sources of their own than they may, as `folder: how many`. */
export function crowded(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.filter(isSource).map((path) => posix.dirname(path)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_SOURCES && !(folder in GROWING))
    .map(([folder, count]) => `${folder}: ${count}`);
}

/** An import of a file of ours by another one, both from the root of the repository; the imported one without its extension. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** `doors`: the files that are imported by their folder's name. */
export function importsOf(path: string, text: string, doors: ReadonlySet<string>): Import[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName))
    .map((to) => ({ from: path, to: doors.has(`${to}/index.ts`) ? `${to}/index` : to }));
}

/**
 * Folders of one folder that lead from one to the next and back to the first, as `folder: all of them`. Whose folders
 * lie in `apart` is ruled elsewhere.
 */
export function circles(imports: readonly Import[], apart: readonly string[]): string[] {
  const neighbours = new Map<string, Map<string, Set<string>>>();
  for (const each of imports) {
    const siblings = siblingsOf(each);
    if (siblings === null || apart.includes(siblings.parent)) continue;
    const { parent, from, to } = siblings;
    const within = neighbours.get(parent) ?? new Map<string, Set<string>>();
    neighbours.set(parent, within.set(from, (within.get(from) ?? new Set()).add(to)));
  }
  return [...neighbours].flatMap(([parent, within]) => {
    const inCircle = [...within.keys()].filter((folder) => reached(within, folder).has(folder));
    return inCircle.length === 0 ? [] : [`${parent}: ${inCircle.sort().join(', ')}`];
  });
}

/** The two folders beside each other through which an import leads, if it does. */
function siblingsOf({ from, to }: Import): { parent: string; from: string; to: string } | null {
  const [left, right] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  const common = left.findIndex((name, index) => name !== right[index]);
  const [mine, other] = [left[common], right[common]];
  if (mine === undefined || other === undefined) return null;
  return { parent: left.slice(0, common).join('/'), from: mine, to: other };
}

function reached(within: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const next = [start];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    for (const other of within.get(folder) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      next.push(other);
    }
  }
  return found;
}
