// What `npm run release` decides before it writes anything: the version, and the changelog's text. Nothing is read or written here.

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const PARTS = ['major', 'minor', 'patch'];
const UNRELEASED = '## [Unreleased]';

/** The changelog's sections that say what a client of the API must change. */
const BREAKS = ['### Breaking', '### Removed'];

/** The version after `current` that `asked` (a part of it, or a version) means. Throws what to do instead. */
export function nextVersion(current, asked) {
  const now = numbersOf(current);
  if (PARTS.includes(asked)) {
    const place = PARTS.indexOf(asked);
    return now.map((number, index) => (index < place ? number : index === place ? number + 1 : 0)).join('.');
  }
  if (!VERSION.test(asked ?? '')) {
    throw new Error(
      'Say what the release is: npm run release -- major, minor, patch, or a version such as 1.2.3.',
    );
  }
  const next = numbersOf(asked);
  const differs = next.findIndex((number, index) => number !== now[index]);
  if (differs === -1 || next[differs] < now[differs]) {
    throw new Error(
      `${asked} does not come after ${current}: say a later version, or major, minor or patch.`,
    );
  }
  return next.join('.');
}

/** The changelog with its section _Unreleased_ as that of `version`, and that section's text. Throws what to do instead. */
export function releasedChangelog(changelog, { current, version, day }) {
  const [head, rest, ...more] = changelog.split(`\n${UNRELEASED}\n`);
  if (rest === undefined || more.length > 0) {
    throw new Error(`CHANGELOG.md needs the heading "${UNRELEASED}" exactly once.`);
  }
  const end = rest.search(/^## /m);
  const notes = (end === -1 ? rest : rest.slice(0, end)).trim();
  if (!notes.split('\n').some((line) => line !== '' && !line.startsWith('#'))) {
    throw new Error(
      'Nothing is in CHANGELOG.md under Unreleased: write what the release brings, commit, and try again.',
    );
  }
  refuseTooSmall(notes, current, version);
  const before = end === -1 ? '' : `\n${rest.slice(end)}`;
  return { notes, changelog: `${head}\n${UNRELEASED}\n\n## [${version}] - ${day}\n\n${notes}\n${before}` };
}

/** docs/upgrading.md: what breaks clients is a major version, before 1.0 a minor one. */
function refuseTooSmall(notes, current, version) {
  const heading = BREAKS.find((text) => notes.split('\n').includes(text));
  const [now, next] = [numbersOf(current), numbersOf(version)];
  if (heading === undefined || next[0] > now[0] || (now[0] === 0 && next[1] > now[1])) return;
  throw new Error(
    `CHANGELOG.md has "${heading}": that is a ${now[0] === 0 ? 'minor' : 'major'} version, not ${version}.`,
  );
}

function numbersOf(version) {
  return VERSION.exec(version).slice(1).map(Number);
}
