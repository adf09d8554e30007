// npm run mutants: plants small faults (test/mutants) one by one in a copy of the sources, runs the specs that should notice, and
// names those that nobody noticed. npm run mutants -- --only lock --only refund: those whose name contains one of these;
// --list: only their names, and whether each can still be planted; --json FILE: the outcome as data. Exits 1 when one survived, or could not be planted or run.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { ROOT, fail, runQuietly, say } from './lib/project.mjs';

const LIST = join(ROOT, 'test', 'mutants');
/** Of the specs of one mutant; a fault that makes them wait for ever is noticed as well. */
const LIMIT_MS = 10 * 60_000;
/** For the servers of a run that was stopped. */
const STOP_MS = 10_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const mutants = (await readAll()).filter(
  ({ name }) => values.only?.some((part) => name.includes(part)) ?? true,
);
if (mutants.length === 0) fail('No mutant has such a name: npm run mutants -- --list');
if (values.list) list();
else await main();

async function main() {
  await bootstrap({ service: false, pages: false });
  const place = mkdtempSync(join(tmpdir(), 'repasse-mutants-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  await copySources(place);
  // Whatever fails by itself notices nothing.
  const specs = [...new Set(mutants.flatMap((mutant) => mutant.specs))];
  say(`Without any mutant: ${specs.join(' ')} …`);
  const sound = await runSpecs(place, specs, mutants.length * LIMIT_MS);
  if (sound.outcome !== 'survived') fail(`These must pass before anything is planted.\n${sound.output}`);
  const rows = [];
  for (const mutant of mutants) {
    const { outcome, by } = await tryOut(place, mutant);
    rows.push({ name: mutant.name, outcome, by });
    say(`${rows.length} of ${mutants.length}  ${outcome}: ${mutant.name}${by === null ? '' : ` (${by})`}`);
  }
  const alive = rows.filter(({ outcome }) => outcome !== 'killed');
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  for (const { name, outcome } of alive) console.log(`${outcome}: ${name}`);
  console.log(`${rows.length - alive.length} of ${rows.length} mutants were killed.`);
  process.exitCode = alive.length === 0 ? 0 : 1;
}

/** Fails when one cannot be planted any more. */
function list() {
  for (const { name, file, find } of mutants) {
    const found = readFileSync(join(ROOT, file), 'utf8').split(find).length - 1;
    console.log(found === 1 ? name : `${name}: ${file} has its line ${found} times`);
    if (found !== 1) process.exitCode = 1;
  }
}

async function readAll() {
  const lists = readdirSync(LIST).filter((name) => name.endsWith('.mjs'));
  return (await Promise.all(lists.map((name) => import(join(LIST, name))))).flatMap((list) => list.default);
}

/** The files that git knows or would take, as they are now; with the packages of this checkout. */
async function copySources(place) {
  const { code, output } = await runQuietly('git', ['ls-files', '-co', '--exclude-standard', '-z']);
  if (code !== 0) fail(output);
  for (const name of output.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    cpSync(join(ROOT, name), join(place, name), { force: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
}

async function tryOut(place, { name, file, find, replace, specs }) {
  const path = join(place, file);
  const source = readFileSync(path, 'utf8');
  const [before, after, ...more] = source.split(find);
  if (after === undefined || more.length > 0) {
    say(`${name}: ${file} has the line to change ${after === undefined ? 'nowhere' : 'more than once'}.`);
    return { outcome: 'not planted', by: null };
  }
  writeFileSync(path, before + replace + after);
  try {
    return await runSpecs(place, specs, LIMIT_MS);
  } finally {
    writeFileSync(path, source);
  }
}

/** Killed when a test failed or the time was over; `by` is the first test that did. */
async function runSpecs(place, specs, limitMs) {
  const { code, output, late } = await runLimited(place, ['scripts/test.mjs', ...specs, '--bail'], limitMs);
  if (late) return { outcome: 'killed', by: 'the time limit', output };
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  const by = /^\s+● (.*)$/m.exec(output)?.[1] ?? null;
  if (code === 0 && Number(passed) > 0) return { outcome: 'survived', by: null, output };
  return { outcome: Number(failed) > 0 && by !== null ? 'killed' : 'not run', by, output };
}

/** In a process group of its own, so that nothing of it is left when its time is over. */
function runLimited(cwd, args, limitMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    let late = false;
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch {
        // It has ended.
      }
    };
    const interrupt = () => {
      signal('SIGTERM');
      process.exit(130);
    };
    const timer = setTimeout(() => {
      late = true;
      signal('SIGTERM');
      setTimeout(() => signal('SIGKILL'), STOP_MS).unref();
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, interrupt);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, interrupt);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8'), late });
    });
  });
}
