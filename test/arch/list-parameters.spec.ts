import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', 'src');
const LISTS = join('common', 'http', 'lists');

/** A place of a query builder, by its name. */
const PLACE = /(?<![:\w]):(?:\.\.\.)?([a-z]\w*)/gi;

const placesIn = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(PLACE)].flatMap(([, name]) => name ?? []);

describe('the parameters of lists', () => {
  // A builder has one value for a name: the second one given takes the place of the first, in both conditions.
  it('are named as no parameter of those who hand a builder to them', () => {
    const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    const isOfLists = (path: string): boolean => path.startsWith(LISTS);
    const reserved = new Set(sources.filter(isOfLists).flatMap(placesIn));
    expect([...reserved]).toEqual(expect.arrayContaining(['searched', 'part', 'skipped', 'dateFrom']));
    const clashes = sources
      .filter((path) => !isOfLists(path) && !path.startsWith('backoffice'))
      .flatMap((path) => placesIn(path).flatMap((name) => (reserved.has(name) ? [`${path}: :${name}`] : [])));
    expect(clashes).toEqual([]);
  });
});
