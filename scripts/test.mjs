// npm test: installs and builds when needed, then runs every suite that can run here (docs/operations.md, Tests).
// npm test -- <file or name>: only these, building no more than they need. npm run test:unit: the specs beside the sources.
// --with-benches: after every suite the short forms of the fault bench and of the speed bench too, as npm run check has it.
// The last line is always `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { chooseSpecs } from './lib/choose-specs.mjs';
import { findProgram } from './lib/find-program.mjs';
import { ROOT, run, say, tool } from './lib/project.mjs';
import { startRedis } from './lib/redis.mjs';

/** The suites whose subject is on Redis when there is one: queue, rate limits, postbacks, and what happens on faults. */
const REDIS_SUITES = 'test/(faults/|e2e/(?!review).*(queue|outbox|conventions|postback|deliver))';

/** Of these, those that would be the same again: they have a Redis of their own, or neither a queue nor a counter. */
const SAME_ON_REDIS =
  'test/(faults/(redis|clock|start-order|fault-bench|held-row|deaf-connections)|e2e/postbacks-(urls|event-types|endpoints|verify))';

/** Of the measured ones, those about the queue. */
const MEASURED_ON_REDIS = 'test/measured/(hanging|slow)-endpoint';

/** A failure in the last lines takes this many characters of them. */
const MOST_OF_A_FAILURE = 400;

const unitAlone = process.argv[2] === '--unit';
const withBenches = process.argv[2] === '--with-benches';
const given = process.argv.slice(unitAlone || withBenches ? 3 : 2);
const requireAll = process.env.REQUIRE_ALL === '1';
const onRedis = process.env.E2E_BACKEND === 'redis';
const reports = mkdtempSync(join(tmpdir(), 'repasse-tests-'));
/** Without a desktop's windows and tabs it takes half of the processor time. */
const chromium = findProgram(
  process.env.CHROMIUM_PATH ?? 'chromium-headless-shell',
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
);
const results = [];
const skipped = [];
let redis = null;

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

try {
  if (unitAlone) await runUnit();
  else if (given.length > 0) await runChosen();
  else await runAll();
} finally {
  await redis?.stop();
}
conclude();

/** Within seconds: no build, no server, and the properties tried with fewer cases. */
async function runUnit() {
  await bootstrap({ service: false, pages: false });
  const { args, isNamed } = chooseSpecs(given, ['unit']);
  // What stands after the projects is taken for one more of them, unless it is an option.
  const chosen = ['--selectProjects', 'unit', '--maxWorkers=100%', ...args];
  await jest('unit', { ...withoutRedis(), QUICK_PROPERTIES: '1' }, chosen, { isNamed });
}

async function runChosen() {
  const chosen = chooseSpecs(given);
  const { args, isNamed, pages } = chosen;
  const projects = chosen.projects.filter((name) => name !== 'browser' || chromium !== null);
  if (projects.length < chosen.projects.length) skipped.push('browser suites: no Chromium was found');
  const service = projects.some((name) => name !== 'unit');
  await bootstrap({ service, inOneFile: projects.includes('measured'), pages });
  const env = await backend(onRedis);
  if (env === null) return;
  const name = `chosen suites${onRedis ? ', queue on Redis' : ''}`;
  await jest(name, env, ['--selectProjects', ...projects, ...args], { isNamed });
}

async function runAll() {
  await bootstrap();
  const projects = ['unit', 'arch', 'e2e'];
  if (chromium === null) skipped.push('browser suites: no Chromium was found');
  else projects.push('browser');
  const onMain = await backend(onRedis);
  if (onMain === null) return;
  const main = onRedis ? 'Redis' : 'PostgreSQL';
  await jest(`all suites, queue on ${main}`, onMain, ['--selectProjects', ...projects]);
  const beside = onRedis ? null : await backend(true);
  if (beside !== null) {
    const name = 'queue, rate limits, postbacks and faults on Redis';
    const suites = [`--testPathPatterns=${REDIS_SUITES}`, `--testPathIgnorePatterns=${SAME_ON_REDIS}`];
    await jest(name, beside, ['--selectProjects', 'e2e', ...suites]);
  }
  // One after the other, with nothing beside them: what they measure would be the other suites.
  const alone = ['--selectProjects', 'measured', '--runInBand'];
  await jest(`measured alone, queue on ${main}`, onMain, alone);
  if (beside !== null) {
    await jest('measured alone, queue on Redis', beside, [
      ...alone,
      `--testPathPatterns=${MEASURED_ON_REDIS}`,
    ]);
  }
  if (!withBenches) return;
  await bench('faults, short form', 'faults', []);
  await bench('speed, quick form', 'bench', ['--quick']);
}

/** A bench in a process of its own. What it prints stays on the screen; its rows count as tests, and so does what it skipped. */
async function bench(name, script, args) {
  const report = join(reports, `${script}.json`);
  say(`\n— ${name}`);
  const begun = Date.now();
  const all = [join(ROOT, 'scripts', `${script}.mjs`), '--json', report, ...args];
  const code = await run(process.execPath, all, { env: withoutRedis(), stdout: 'inherit' });
  const {
    rows = [],
    skipped: leftAway = [],
    notes = {},
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  // A figure of the speed bench is never judged here (null): that it was measured, and that what was written agrees, is.
  const failures = rows
    .filter(({ holds }) => holds === false)
    .map(({ id, ...row }) => [id, row.worst_ms && `worst ${row.worst_ms} ms`, ...(notes[id] ?? [])])
    .map((said) => said.filter(Boolean).join(': '));
  const passed = rows.length - failures.length;
  record({ name, passed, failures, code, begun });
  skipped.push(...leftAway.map(({ id, reason }) => `${id} of "${name}": ${reason}`));
}

/** The environment of the suites on one back end of the queue; null, and said, when there is no Redis to run on. */
async function backend(wantsRedis) {
  const env = { ...withoutRedis(), ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  if (!wantsRedis) return { ...env, E2E_BACKEND: 'postgres' };
  const url = await findRedis();
  if (url !== null) return { ...env, E2E_BACKEND: 'redis', REDIS_URL: url };
  if (onRedis) {
    results.push({ name: 'Redis', passed: 0, failures: ['no redis-server'] });
    say('E2E_BACKEND=redis needs a redis-server in the PATH, or REDIS_URL.');
  } else skipped.push('suites of queue, rate limits and postbacks on Redis: no redis-server was found');
  return null;
}

/** The caller's Redis only when the caller chose to test on it: specs empty the databases they use. */
async function findRedis() {
  if (onRedis && process.env.REDIS_URL) return process.env.REDIS_URL;
  const program = findProgram('redis-server');
  if (program === null) return null;
  redis = await startRedis(program);
  return redis.url;
}

function withoutRedis() {
  const { REDIS_URL: _redis, E2E_BACKEND: _backend, ...env } = process.env;
  return { ...env, NODE_ENV: 'test' };
}

/** @param isNamed tests are chosen by their names: those that are not meant are no skipped ones. */
async function jest(name, env, args, { isNamed = false } = {}) {
  const report = join(reports, `${results.length}.json`);
  say(`\n— ${name}`);
  const begun = Date.now();
  const code = await run(tool('jest'), ['--json', `--outputFile=${report}`, ...args], {
    env,
    stdout: 'ignore',
  });
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const passed = found?.numPassedTests ?? 0;
  record({ name, passed, failures: failuresOf(found), code, begun });
  if (!isNamed) skipped.push(...leftOut(found).map(([what, count]) => `${what} (${count} of "${name}")`));
}

/** What failed is named again at the end, where somebody who has only the last lines of a log finds it. */
function record({ name, passed, failures, code, begun }) {
  // A run that fell over counts as one that failed.
  const failed = failures.length === 0 && code !== 0 ? [`ended with ${code}`] : failures;
  results.push({ name, passed, failures: failed, seconds: Math.round((Date.now() - begun) / 1_000) });
}

/** The tests that failed, by file; a file that fails outside of them (it does not load, say) counts as one. */
function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) return tests.map(({ fullName }) => `${relative(ROOT, file)}: ${fullName}`);
    return status === 'failed' ? [`${relative(ROOT, file)}: fails outside of its tests`] : [];
  });
}

/** How many tests were switched off, by file and reason: what they want stands in brackets (test/support/needing.ts). */
function leftOut(report) {
  const counts = new Map();
  for (const { name: file, assertionResults } of report?.testResults ?? []) {
    for (const { status, fullName } of assertionResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      const reason = /\[(no [^\]]+)\]/.exec(fullName)?.[1] ?? 'switched off in the file';
      const place = `${relative(ROOT, file)}: ${reason}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  return [...counts];
}

function conclude() {
  process.stdout.write('\n');
  for (const { name, passed, failures, seconds } of results) {
    process.stdout.write(
      `${name}: ${passed} passed, ${failures.length} failed${seconds === undefined ? '' : ` in ${seconds} s`}\n`,
    );
    for (const failure of failures) process.stdout.write(`  ${failure.slice(0, MOST_OF_A_FAILURE)}\n`);
  }
  for (const reason of skipped) process.stdout.write(`Skipped: ${reason}.\n`);
  if (requireAll && skipped.length > 0)
    process.stdout.write('REQUIRE_ALL=1: what is skipped counts as failed.\n');
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed =
    results.reduce((sum, result) => sum + result.failures.length, 0) + (requireAll ? skipped.length : 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
