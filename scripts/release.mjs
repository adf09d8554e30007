// npm run release -- major|minor|patch|<version>: the version where it is said, the changelog, a commit, a tag. Nothing
// leaves this machine: what is made is pushed by hand. With --dry-run only tells.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextVersion, releasedChangelog } from './lib/next-release.mjs';
import { ROOT, fail, say } from './lib/project.mjs';

const CHANGELOG = 'CHANGELOG.md';
const BRANCH = 'main';

try {
  release(process.argv.slice(2));
} catch (failure) {
  fail(failure.message);
}

function release(args) {
  const isDry = args.includes('--dry-run');
  const [asked, ...more] = args.filter((arg) => arg !== '--dry-run');
  if (more.length > 0) throw new Error(`npm run release takes one version; ${more.join(' ')} is too much.`);
  const { version: current } = JSON.parse(read('package.json'));
  const version = nextVersion(current, asked);
  const tag = `v${version}`;
  refuse(tag);
  const day = new Date().toISOString().slice(0, 10);
  const { notes, changelog } = releasedChangelog(read(CHANGELOG), { current, version, day });
  const files = new Map([...filesThatSay(current, version), [CHANGELOG, changelog]]);

  say(`${tag}, after ${current}. It is said in ${[...files.keys()].join(', ')}.\n\n${notes}\n`);
  if (isDry) return say('Nothing was changed: --dry-run.');
  make(files, tag, `Repasse ${version}\n\n${notes}\n`);
  say(`Made the commit and the tag ${tag}. Publish both: git push --atomic origin ${BRANCH} ${tag}`);
}

function refuse(tag) {
  const branch = git('branch', '--show-current');
  if (branch !== BRANCH) {
    throw new Error(
      `Releases are made on ${BRANCH}, and this is ${branch || 'no branch'}: git switch ${BRANCH}`,
    );
  }
  const dirty = git('status', '--porcelain');
  if (dirty !== '')
    throw new Error(`Commit these, or put them away (git stash --include-untracked):\n${dirty}`);
  if (git('tag', '--list', tag) !== '') {
    throw new Error(
      `The tag ${tag} exists: say a later version, or fetch what was released (git pull --tags).`,
    );
  }
}

/** Every file that says the version, with its new text. A place that says another one is a mistake to look at first. */
function filesThatSay(current, version) {
  const packages = existsSync(join(ROOT, 'packages')) ? readdirSync(join(ROOT, 'packages')) : [];
  const inPackage = `"version": "${current}"`;
  const places = [
    ['package.json', inPackage, 1],
    ['package-lock.json', inPackage, 2],
    ...packages.map((name) => [`packages/${name}/package.json`, inPackage, 1]),
    ['packages/sdk/src/client.ts', `repasse-sdk/${current}`, 1],
  ];
  return places.map(([file, said, times]) => {
    const parts = read(file).split(said);
    if (parts.length <= times) throw new Error(`${file} does not say ${said}: put it right first.`);
    const changed = parts.slice(0, times + 1).join(said.replace(current, version));
    return [file, [changed, ...parts.slice(times + 1)].join(said)];
  });
}

function make(files, tag, message) {
  const head = git('rev-parse', 'HEAD');
  try {
    for (const [name, text] of files) writeFileSync(join(ROOT, name), text);
    git('commit', '--quiet', '--message', `release: ${tag}`, '--', ...files.keys());
    git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', message);
  } catch (failure) {
    // The tree was clean, so this takes back what was made here and nothing else.
    git('reset', '--quiet', '--hard', head);
    throw new Error(`Nothing was released: ${failure.message}`);
  }
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

function git(...args) {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: 'pipe' }).trimEnd();
}
