// npm run lock: completes package-lock.json with the optional packages of other platforms; with --check only tells.
//
// Native packages come as one optional package per platform. When the registry that a lock file is made from lacks
// some of them, npm leaves them out, and then refuses `npm ci` because the lock file does not name them. Their
// versions are exact in the package that wants them, so they can be named here; npm skips those of other platforms.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, fail, say } from './lib/project.mjs';

const FILE = join(ROOT, 'package-lock.json');
const PLATFORMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const missing = missingPackages(lock.packages);

if (missing.length === 0) say('package-lock.json names the packages of every platform.');
else if (process.argv.includes('--check')) {
  fail(`package-lock.json lacks ${missing.map(({ name }) => name).join(', ')}: run npm run lock.`);
} else {
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([left], [right]) => left.localeCompare(right, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  say(`Added ${missing.length} packages of other platforms to package-lock.json.`);
}

function missingPackages(packages) {
  const found = new Map();
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isNamed(packages, path, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
      const { os, cpu } = platformOf(name);
      const entry = { version, cpu, ...(dev ? { dev } : {}), optional: true, os };
      found.set(name, { name, entry });
    }
  }
  return [...found.values()];
}

/** As Node resolves: beside the package that wants it, or in a node_modules further up. */
function isNamed(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

/** Packages of this kind are named after their platform, e.g. @swc/core-linux-arm-gnueabihf. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = PLATFORMS.find((platform) => words.includes(platform));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined)
    fail(`${name} is optional and missing, and its name tells no platform.`);
  return { os: [os], cpu: [cpu] };
}
