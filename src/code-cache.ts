import {
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** What this file needs of Node's loader: every file that `require` reads is run by it. */
interface Loaded {
  exports: unknown;
  _compile: (this: Loaded, content: string, filename: string) => unknown;
}

type Body = (
  exports: unknown,
  require: NodeJS.Require,
  module: Loaded,
  file: string,
  folder: string,
) => unknown;

/**
 * Runs a process that is in one file with what V8 made of that file when it ran first (decision 0025): compiling is two fifths
 * of the processor time of a command. It is kept beside the bundle, goes with it, and is made anew by another Node or when it
 * cannot be read. Where it cannot be written, as in a read-only image, every start compiles. There is no `import()` in a bundle
 * (scripts/lib/bundle.mjs): who loads for it is not among what is kept.
 *
 * @param entry the file, absolute, in the folder of the bundle
 */
export function runBundle(entry: string): void {
  const folder = dirname(entry);
  const loader = Module.prototype as unknown as Loaded;
  const compile = loader._compile;
  const fresh: [at: string, script: Script][] = [];
  loader._compile = function (content, filename) {
    if (dirname(filename) !== folder) return compile.call(this, content, filename);
    const at = keptAt(filename);
    const cachedData = read(at);
    const script = new Script(Module.wrap(content), {
      filename,
      ...(cachedData && { cachedData }),
    });
    if (script.cachedDataRejected !== false) fresh.push([at, script]);
    const body = script.runInThisContext() as Body;
    return body.call(this.exports, this.exports, createRequire(filename), this, filename, folder);
  };
  // Not before: functions are compiled when they are first called.
  process.once('exit', () => {
    for (const [at, script] of fresh) write(at, script.createCachedData());
  });
  createRequire(entry)(entry);
}

/** V8 compares the length of the text alone: size and moment of the file say whether it is the same. */
function keptAt(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const name = [basename(file), size, Math.round(mtimeMs), process.version, process.arch].join('-');
  return join(dirname(file), '.code', name);
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Whole or not at all: V8 trusts what it reads. */
function write(file: string, data: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = openSync(draft, 'w');
    try {
      writeSync(descriptor, data);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch {
    // The next start compiles again.
  }
}
