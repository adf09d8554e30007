import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, isBundled } from './bundle.mjs';
import { compile, isCompiled } from './compile.mjs';
import { alone } from './lock.mjs';
import { makePages, pagesAreFresh } from './pages.mjs';
import { ROOT, fail, run, say } from './project.mjs';

const OLDEST_NODE = [20, 19];

/**
 * Makes a checkout ready to run: the right Node, the packages of the lock file, and what is asked for of the service
 * (compiled, and its processes in one file each) and its pages.
 */
export async function bootstrap({ service = true, inOneFile = service, pages = true } = {}) {
  assertNode();
  const isBuilt = () => (!service || isCompiled()) && (!inOneFile || isBundled());
  const isReady = () => packagesMatch() && isBuilt() && (!pages || pagesAreFresh());
  if (isReady()) return;
  await alone(async () => {
    if (!packagesMatch()) await install();
    if (!isBuilt()) await build({ inOneFile });
    if (pages && !pagesAreFresh()) await makePages();
  });
}

/** Builds whatever the state of dist: for checks that must prove that it builds. */
export async function rebuild() {
  await alone(async () => {
    await build({ anew: true, inOneFile: true });
    await makePages({ anew: true });
  });
}

/** Makes the pages alone, for browser suites that are run by themselves. */
export async function bootstrapPages() {
  if (!pagesAreFresh()) await alone(() => makePages());
}

function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    fail(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
}

/**
 * True when node_modules holds what package-lock.json names. npm notes what it installed in a lock file of its
 * own, written last, so an interrupted installation does not look whole.
 */
function packagesMatch() {
  const wanted = lockedPackages(join(ROOT, 'package-lock.json'));
  const installed = lockedPackages(join(ROOT, 'node_modules', '.package-lock.json'));
  if (wanted === null) fail('package-lock.json is missing or no JSON.');
  if (installed === null) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // Packages for other platforms are in the lock file and never installed.
    if (found === undefined ? !entry.optional : found.version !== entry.version) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

async function install() {
  say('Installing the packages of package-lock.json (usually a minute) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // Started by npm, we use that very npm; its settings for the outer command are not those of this one.
  const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (code !== 0) fail(`npm ci failed (${code}). Is the package registry reachable?`);
  if (!packagesMatch()) fail('npm ci ended well, but node_modules does not match package-lock.json.');
}

async function build({ anew = false, inOneFile }) {
  say('Building the service (usually 20 s) …');
  try {
    await compile({ anew });
    if (inOneFile) await bundle();
  } catch (error) {
    fail(error.message);
  }
}
