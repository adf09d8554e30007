import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const SCRIPTS = ['scripts/release.mjs', 'scripts/lib/next-release.mjs', 'scripts/lib/project.mjs'];
const ENV = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...{ GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@example.com' },
};
const NOTES = '### Added\n\n- Something new.\n- `code`, and # a sign.';
const changelog = (notes: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${notes}\n\n## [0.1.0] - 2026-11-22\n\n### Added\n\n- The first.\n`;

let folder: string;
let clone: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-C', clone, ...args], { env: ENV, encoding: 'utf8' }).trimEnd();
const textOf = (file: string) => readFileSync(join(clone, file), 'utf8');

function write(file: string, text: string, root = clone): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function release(...args: string[]): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], {
    ...{ cwd: clone, env: ENV, encoding: 'utf8' },
  });
  return { code: status, said: stderr };
}

/** A refusal says why and what to do, and leaves everything as it was. */
function expectRefused(args: string[], reason: RegExp): void {
  const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
  const { code, said } = release(...args);
  expect(said).toMatch(reason);
  expect(code).toBe(1);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before);
}

function commitChangelog(notes: string): void {
  write('CHANGELOG.md', changelog(notes));
  git('commit', '--quiet', '--all', '--message', 'changelog: other notes');
}

/** A repository with the files that say a version, and a clone of it to release from. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repasse-release-'));
  const origin = join(folder, 'origin');
  const version = '  "version": "0.1.0"';
  for (const script of SCRIPTS) cpSync(join(ROOT, script), join(origin, script));
  write('package.json', `{\n${version}\n}\n`, origin);
  const inner = `"": {\n${version} },\n"node_modules/other": {\n${version} }`;
  write('package-lock.json', `{\n${version},\n"packages": {\n${inner} } }\n`, origin);
  write('packages/sdk/package.json', `{\n${version}\n}\n`, origin);
  write('packages/sdk/src/client.ts', "export const AGENT = 'repasse-sdk/0.1.0';\n", origin);
  write('CHANGELOG.md', changelog(NOTES), origin);
  const run = (...args: string[]) => execFileSync('git', args, { cwd: origin, env: ENV });
  run('init', '--quiet', '--initial-branch=main');
  run('add', '.');
  run('commit', '--quiet', '--message', 'everything');
  clone = join(folder, 'clone');
  run('clone', '--quiet', origin, clone);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('writes the version wherever it is said, the changelog, one commit and an annotated tag', () => {
    const days = [new Date().toISOString().slice(0, 10)];
    expect(release('minor')).toMatchObject({ code: 0 });
    days.push(new Date().toISOString().slice(0, 10));

    expect(git('log', '--format=%s')).toBe('release: v0.2.0\neverything');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toContain(`Repasse 0.2.0\n\n${NOTES}`);

    expect(JSON.parse(textOf('package.json'))).toEqual({ version: '0.2.0' });
    expect(JSON.parse(textOf('packages/sdk/package.json'))).toEqual({ version: '0.2.0' });
    expect(textOf('packages/sdk/src/client.ts')).toContain('repasse-sdk/0.2.0');
    expect(JSON.parse(textOf('package-lock.json'))).toEqual({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, 'node_modules/other': { version: '0.1.0' } },
    });
    const released = textOf('CHANGELOG.md');
    const [, day] = /## \[0\.2\.0\] - (\S+)/.exec(released) ?? [];
    expect(days).toContain(day);
    expect(released).toBe(changelog(`## [0.2.0] - ${day}\n\n${NOTES}`));

    // The next one finds nothing to release.
    expectRefused(['patch'], /Nothing is in CHANGELOG\.md under Unreleased/);
  });

  it.each([
    ['patch', 'v0.1.1'],
    ['major', 'v1.0.0'],
    ['0.10.3', 'v0.10.3'],
  ])('%s is %s; --dry-run shows it and changes nothing', (asked, tag) => {
    const { code, said } = release(asked, '--dry-run');
    expect([code, said.startsWith(`${tag}, after 0.1.0.`), said.includes(NOTES)]).toEqual([0, true, true]);
    expect([git('tag'), git('status', '--porcelain'), git('log', '--format=%s')]).toEqual([
      '',
      '',
      'everything',
    ]);
  });

  it.each([[[]], [['medium']], [['0.1.0']], [['0.0.9']], [['1.0']], [['minor', 'major']]])(
    'does not know what %j means',
    (args) => expectRefused(args, /Say what the release is|does not come after|too much/),
  );

  it('refuses a tree with changes, also of files that git does not know', () => {
    write('forgotten.txt', '');
    expectRefused(['minor'], /git stash[^]*forgotten\.txt/);
  });

  it('refuses another branch, and no branch', () => {
    git('switch', '--quiet', '--create', 'feature');
    expectRefused(['minor'], /this is feature: git switch main/);
    git('switch', '--quiet', '--detach');
    expectRefused(['minor'], /this is no branch/);
  });

  it('refuses a tag that exists', () => {
    git('tag', 'v0.2.0');
    expectRefused(['minor'], /v0\.2\.0 exists: say a later version/);
  });

  it.each(['', '### Added', '### Added\n\n### Fixed'])('refuses an empty section: %j', (notes) => {
    commitChangelog(notes);
    expectRefused(['minor'], /Nothing is in CHANGELOG\.md/);
  });

  it('a patch breaks no client', () => {
    commitChangelog('### Breaking\n\n- `POST /v1/charges` is gone.');
    expectRefused(['patch'], /"### Breaking": that is a minor version, not 0\.1\.1/);
    expect(release('minor', '--dry-run').code).toBe(0);
  });

  it('from 1.0 on what breaks clients is a major version', () => {
    expect(release('1.0.0').code).toBe(0);
    write(
      'CHANGELOG.md',
      textOf('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Removed\n\n- All.\n'),
    );
    git('commit', '--quiet', '--all', '--message', 'all: removed');
    expectRefused(['minor'], /"### Removed": that is a major version/);
    expect(release('major', '--dry-run').code).toBe(0);
  });

  it('refuses when a place says another version', () => {
    write('packages/sdk/src/client.ts', "export const AGENT = 'repasse-sdk/0.0.9';\n");
    git('commit', '--quiet', '--all', '--message', 'sdk: wrong');
    expectRefused(['minor'], /client\.ts does not say repasse-sdk\/0\.1\.0/);
  });

  it('a commit that a hook refuses leaves nothing behind', () => {
    writeFileSync(join(clone, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\necho not today >&2\nexit 1\n', {
      mode: 0o755,
    });
    expectRefused(['minor'], /Nothing was released[^]*not today/);
  });

  it('nor does a tag that cannot be signed', () => {
    git('config', 'tag.gpgSign', 'true');
    git('config', 'gpg.program', '/bin/false');
    expectRefused(['minor'], /Nothing was released[^]*tag/);
  });
});

it('every place of this repository that a release writes says the same version', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const said = (file: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(ROOT, file), 'utf8'))?.slice(1);
  const inPackage = /"version": "(.*)"/;
  expect(said('packages/sdk/package.json', inPackage)).toEqual([version]);
  expect(said('packages/sdk/src/client.ts', /repasse-sdk\/([\d.]+)/)).toEqual([version]);
  expect(said('package-lock.json', /"version": "(.*)"[^]*?"": \{[^}]*?"version": "(.*?)"/)).toEqual([
    version,
    version,
  ]);
});
