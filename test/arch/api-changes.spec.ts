import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges, documentAt, lastTag, unannounced } from '../support/api-changes';
import type { Node } from '../support/schema-changes';

const ROOT = join(__dirname, '..', '..');
const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const DOCUMENTS = ['openapi', 'openapi-review'].map((name) => `docs/openapi/${name}.json`);

const tag = lastTag(ROOT);
const read = (text: string) => JSON.parse(text) as Node;
const say = (changes: ReturnType<typeof breakingChanges>) =>
  changes.map(({ place, what }) => `${place}: ${what}`);

if (tag === undefined) {
  it('no release has a tag yet: there is nothing to compare the API with', () => {
    expect(CHANGELOG).toContain('## [Unreleased]');
  });
} else {
  it.each(DOCUMENTS)(
    `%s breaks no client of ${tag} but where CHANGELOG.md says so under Breaking`,
    (file) => {
      const found = breakingChanges(
        documentAt(ROOT, tag, file),
        read(readFileSync(join(ROOT, file), 'utf8')),
      );
      expect(say(unannounced(found, CHANGELOG))).toEqual([]);
    },
  );
}

it('the last tag is that of a version, and documents are read as they were there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-tags-'));
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...author, ...args]);
  try {
    expect(lastTag(folder)).toBeUndefined();
    git('init', '--quiet');
    for (const [index, name] of ['v0.1.0', 'v0.2.0', 'nightly'].entries()) {
      writeFileSync(join(folder, 'api.json'), JSON.stringify({ index }));
      git('add', '.');
      git('commit', '--quiet', '--message', name);
      git('tag', '--annotate', '--message', name, name);
    }
    expect(lastTag(folder)).toBe('v0.2.0');
    expect(documentAt(folder, 'v0.2.0', 'api.json')).toEqual({ index: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(DOCUMENTS)('%s as it is breaks nothing; without one of its operations it does', (file) => {
  const document = read(readFileSync(join(ROOT, file), 'utf8'));
  expect(breakingChanges(document, document)).toEqual([]);
  const less = structuredClone(document) as Record<'paths', Record<string, unknown>>;
  const [path = '', ...others] = Object.keys(document['paths'] as object);
  less.paths = Object.fromEntries(others.map((name) => [name, less.paths[name]]));
  expect(say(breakingChanges(document, less)).join()).toContain(`${path}: is gone`);
});

it('the changelog announces them under Breaking: a place with all that is below it', () => {
  const changes = ['POST /things body', 'Body.note.text', 'Bodyguard.name'].map((place) => ({
    place,
    what: 'is gone',
  }));
  const left = (section: string) =>
    unannounced(changes, `# C\n\n## [Unreleased]\n\n${section}\n\n## [0.1.0] - d\n`);
  expect(left('### Changed\n\n- `Body`')).toHaveLength(3);
  expect(left('### Breaking\n\n- `Body` and `POST /things`.\n\n### Fixed\n\n- `Bodyguard.name`')).toEqual([
    { place: 'Bodyguard.name', what: 'is gone' },
  ]);
  expect(
    unannounced(changes, '# C\n\n## [Unreleased]\n\n## [0.1.0] - d\n\n### Breaking\n\n- `Body`'),
  ).toHaveLength(3);
});
