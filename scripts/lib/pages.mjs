// The operators' pages and the API's reference: built beside the service, kept while their sources stay the same, and never heavier than agreed.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hashOf } from './source-hash.mjs';
import { ROOT, fail, run, say, tool } from './project.mjs';

const SOURCE = join('src', 'backoffice', 'web');
/** Building the service empties dist: what was built of the pages is kept apart and copied there. */
const KEPT = join(ROOT, '.cache', 'backoffice');
const SERVED = join(ROOT, 'dist', 'backoffice');
const MARK = '.built-from';

/** The one file of Scalar that a browser needs, out of a package that brings little else (src/openapi/README.md). */
const SCALAR = join(ROOT, 'node_modules', '@scalar', 'fastify-api-reference', 'dist', 'js', 'standalone.js');
const KEPT_REFERENCE = join(ROOT, '.cache', 'api-reference');
const SERVED_REFERENCE = join(ROOT, 'dist', 'api-reference');

/** Bull Board's page, in the desk's languages and without what it would load from elsewhere (src/backoffice/README.md). */
const BOARD = join(ROOT, 'node_modules', '@bull-board', 'ui', 'dist');
const BOARD_LANGUAGES = /[\\/]locales[\\/](?!en-US|pt-BR)/;
const KEPT_BOARD = join(ROOT, '.cache', 'queue-board');
const SERVED_BOARD = join(ROOT, 'dist', 'queue-board');

/** What an operator's browser loads before the first page is there: gzipped JavaScript. */
const FIRST_LOAD_LIMIT = 250_000;
const COMPRESSED = new Set(['.js', '.mjs', '.css', '.svg', '.html', '.json', '.wasm']);
const WORTH_COMPRESSING = 1_024;

const pagesHash = () => hashOf([SOURCE, 'package-lock.json']);

export function pagesAreFresh() {
  return markOf(SERVED) === pagesHash();
}

/** Leaves pages and reference in dist, built anew only when their sources or packages changed. */
export async function makePages({ anew = false } = {}) {
  const hash = pagesHash();
  if (anew || markOf(KEPT) !== hash) await build(hash);
  for (const [kept, served] of [
    [KEPT_REFERENCE, SERVED_REFERENCE],
    [KEPT_BOARD, SERVED_BOARD],
    [KEPT, SERVED],
  ]) {
    rmSync(served, { recursive: true, force: true });
    cpSync(kept, served, { recursive: true });
  }
}

async function build(hash) {
  say('Building the pages (usually 20 s) …');
  rmSync(KEPT, { recursive: true, force: true });
  const args = ['build', '--config', join(SOURCE, 'vite.config.mts'), '--outDir', KEPT, '--logLevel', 'warn'];
  // Whatever the caller is: with NODE_ENV=test the pages would be built with React's development half.
  const env = { ...process.env, NODE_ENV: 'production' };
  if ((await run(tool('vite'), args, { env })) !== 0) fail('The build of the pages failed.');
  finishPages(KEPT);
  rmSync(KEPT_REFERENCE, { recursive: true, force: true });
  cpSync(SCALAR, join(KEPT_REFERENCE, 'scalar.js'));
  for (const file of filesOf(KEPT_REFERENCE)) compress(file);
  copyBoard();
  writeFileSync(join(KEPT, MARK), hash);
}

function copyBoard() {
  rmSync(KEPT_BOARD, { recursive: true, force: true });
  cpSync(BOARD, KEPT_BOARD, { recursive: true, filter: (file) => !BOARD_LANGUAGES.test(file) });
  const page = join(KEPT_BOARD, 'index.ejs');
  const cleaned = readFileSync(page, 'utf8').replace(/<link[^>]+https:[^>]+>/g, '');
  if (/https?:/.test(cleaned)) fail("Bull Board's page loads something from another origin.");
  writeFileSync(page, cleaned);
  for (const file of filesOf(KEPT_BOARD)) compress(file);
}

/** Measures the first load and lays compressed copies beside the files, which the API serves as they are. */
export function finishPages(directory) {
  const { bytes, files } = firstLoad(directory);
  if (bytes > FIRST_LOAD_LIMIT) {
    const heaviest = files.slice(0, 8).map(({ name, size }) => `${name} ${(size / 1_000).toFixed(1)} kB`);
    fail(
      `The first load of the pages is ${(bytes / 1_000).toFixed(0)} kB of gzipped JavaScript in ${files.length} files, ` +
        `${FIRST_LOAD_LIMIT / 1_000} kB is the limit. The heaviest: ${heaviest.join(', ')}.`,
    );
  }
  for (const file of filesOf(directory)) compress(file);
}

/**
 * What the first page of a day loads: the entry, the shell that it always leads to, and the page itself, with all they
 * import at once. What a page loads when it needs it (PDF, charts) is in files of its own.
 */
export function firstLoad(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, '.vite', 'manifest.json'), 'utf8'));
  const seen = new Set();
  const follow = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) follow(next);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) follow(key);
  for (const key of Object.keys(manifest)) if (FIRST_PAGES.some((page) => key.endsWith(page))) follow(key);
  const files = [...seen]
    .map((key) => manifest[key].file)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, size: gzipSync(readFileSync(join(directory, name))).length }))
    .sort((left, right) => right.size - left.size);
  return { files, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

const FIRST_PAGES = [
  '/queue/QueuePage.tsx',
  'i18n/pt-BR/common.json',
  'i18n/pt-BR/queue.json',
  'i18n/pt-BR/login.json',
];

function compress(file) {
  if (!COMPRESSED.has(extname(file))) return;
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_COMPRESSING) return;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
}

function filesOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function markOf(directory) {
  const file = join(directory, MARK);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
