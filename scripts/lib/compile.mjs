// Compiles the service with swc: only the files that changed since the last time. Types are checked apart (npm run typecheck).
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ROOT } from './project.mjs';

export const OUTPUT = join(ROOT, 'dist');
/** Each process in one file, when it was made of what is in dist. */
export const BUNDLE = join(OUTPUT, 'bundle');
/** Where the processes begin. */
export const ENTRIES = [
  'src/main.ts',
  'src/worker.ts',
  'src/cli.ts',
  'src/embedded/prepare.ts',
  'src/embedded/demo-week/play.ts',
];
/** What each compiled file was made from; it lies in dist, so that who deletes dist builds anew. */
const MANIFEST = join(OUTPUT, '.compiled.json');
/** A hash of everything that was compiled: the service reads it to know its own build. */
export const MARK = join(OUTPUT, '.built-from');
const PAGES = join('src', 'backoffice', 'web') + sep;
/** More at a time than there are threads of swc, fewer than would fill the memory. */
const AT_ONCE = 64;

/** True when dist holds what the sources would compile to. */
export function isCompiled() {
  const manifest = readManifest();
  if (manifest === null || manifest.settings !== settingsHash() || !existsSync(MARK)) return false;
  const files = sourceFiles();
  return (
    files.length === Object.keys(manifest.files).length && files.every((file) => isUnchanged(manifest, file))
  );
}

/** Brings dist up to date and answers which sources it compiled or no longer has; with `anew` it forgets what is there. */
export async function compile({ anew = false } = {}) {
  const settings = settingsHash();
  const known = anew ? null : readManifest();
  const before = known?.settings === settings ? known : { settings, files: {} };
  if (before !== known) rmSync(OUTPUT, { recursive: true, force: true });
  const { transformFile } = await import('@swc/core');
  const after = { settings, files: {} };
  const changed = [];
  for (const file of sourceFiles()) {
    const entry = isUnchanged(before, file) ? before.files[file] : entryOf(file);
    after.files[file] = entry;
    if (before.files[file]?.hash !== entry.hash) changed.push(file);
  }
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    await Promise.all(changed.slice(at, at + AT_ONCE).map((file) => compileFile(transformFile, file)));
  }
  const gone = Object.keys(before.files).filter((file) => !(file in after.files));
  gone.forEach(removeOutput);
  if (changed.length + gone.length > 0) rmSync(BUNDLE, { recursive: true, force: true });
  ENTRIES.forEach(writeEntry);
  write(MANIFEST, JSON.stringify(after));
  write(
    MARK,
    hashOf(JSON.stringify([settings, Object.entries(after.files).map(([f, { hash }]) => [f, hash])])),
  );
  return [...changed, ...gone];
}

async function compileFile(transformFile, file) {
  if (!file.endsWith('.ts')) return copy(file);
  const output = ENTRIES.includes(file) ? unbundledOutputOf(file) : outputOf(file);
  const { code, map } = await transformFile(join(ROOT, file), {
    swcrcRoots: ROOT,
    sourceMaps: true,
    outputPath: output,
  }).catch((error) => {
    throw new Error(`${file} does not compile:\n${error.message ?? error}`);
  });
  const name = output.slice(output.lastIndexOf(sep) + 1);
  write(output, `${code}//# sourceMappingURL=${name}.map\n`);
  write(`${output}.map`, map);
}

/** Data that a module reads from beside itself, and what the scripts run as it is. */
function copy(file) {
  mkdirSync(dirname(outputOf(file)), { recursive: true });
  copyFileSync(join(ROOT, file), outputOf(file));
}

function removeOutput(file) {
  for (const suffix of ['', '.map']) rmSync(outputOf(file) + suffix, { force: true });
}

/** `dist/src/main.js` is the process in one file where there is one, else module by module. */
function writeEntry(file) {
  const output = outputOf(file);
  const name = output.slice(output.lastIndexOf(sep) + 1, -'.js'.length);
  const from = (path) => JSON.stringify(relative(dirname(output), path));
  write(
    output,
    `const { existsSync } = require('node:fs');\n` +
      `const { join } = require('node:path');\n` +
      `const bundle = join(__dirname, ${from(BUNDLE)});\n` +
      `const { runBundle } = require(join(__dirname, ${from(join(OUTPUT, 'src', 'code-cache.js'))}));\n` +
      `if (existsSync(join(bundle, '.made-from'))) runBundle(join(bundle, '${name}.js'));\n` +
      `else require('./${name}.unbundled.js');\n`,
  );
}

/** Of an entry: the process module by module. */
export function unbundledOutputOf(entry) {
  return outputOf(entry).replace(/\.js$/, '.unbundled.js');
}

function outputOf(file) {
  return join(OUTPUT, file.replace(/\.ts$/, '.js'));
}

/** Source files as paths from the root, in the same order everywhere. */
function sourceFiles() {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true })
    .map((name) => join('src', name))
    .filter((name) => /\.(ts|js|json)$/.test(name) && !name.endsWith('.spec.ts') && !name.startsWith(PAGES));
  return [...files, 'ormconfig.ts'].sort();
}

/** By time and size, whichever way the time moved: an old file may replace a new one. */
function isUnchanged(manifest, file) {
  const known = manifest.files[file];
  if (known === undefined) return false;
  const { mtimeMs, size } = statSync(join(ROOT, file));
  return known.mtimeMs === mtimeMs && known.size === size;
}

function entryOf(file) {
  const { mtimeMs, size } = statSync(join(ROOT, file));
  return { mtimeMs, size, hash: hashOf(readFileSync(join(ROOT, file))) };
}

/** What else decides on the output: the compiler, its options, and how this file uses it. */
function settingsHash() {
  const files = ['.swcrc', 'node_modules/@swc/core/package.json', 'scripts/lib/compile.mjs'];
  return hashOf(files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\0'));
}

function readManifest() {
  try {
    return JSON.parse(readFileSync(MANIFEST, 'utf8'));
  } catch {
    return null;
  }
}

function hashOf(contents) {
  return createHash('sha256').update(contents).digest('hex');
}

function write(file, contents) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
