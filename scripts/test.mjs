// npm test: installs and builds when needed, then runs every suite that can run here (docs/operations.md, Tests).
// Further arguments are handed to Jest. The last line is always `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { findProgram } from './lib/find-program.mjs';
import { ROOT, run, say, tool } from './lib/project.mjs';
import { startRedis } from './lib/redis.mjs';

/** The suites whose subject is on Redis when there is one: queue, rate limits, postbacks, and what happens on faults. */
const REDIS_SUITES =
  'test/(faults/|e2e/(?!review).*(queue|outbox|conventions|rate-limit|postback|deliver|notification|redis))';

/** Of the measured ones, those about the queue. */
const MEASURED_ON_REDIS = 'test/measured/(hanging|slow)-endpoint';

const given = process.argv.slice(2);
const requireAll = process.env.REQUIRE_ALL === '1';
const onRedis = process.env.E2E_BACKEND === 'redis';
const reports = mkdtempSync(join(tmpdir(), 'repasse-tests-'));
const results = [];
const skipped = [];
let redis = null;

process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

await bootstrap();
try {
  await runAll();
} finally {
  await redis?.stop();
}
conclude();

async function runAll() {
  const chromium = findProgram(
    process.env.CHROMIUM_PATH ?? 'chromium',
    'chromium',
    'chromium-browser',
    'google-chrome',
  );
  const projects = ['unit', 'e2e'];
  if (hasBrowserSpecs()) {
    if (chromium === null) skipped.push('browser suites: no Chromium was found');
    else projects.push('browser');
  }
  const redisUrl = await findRedis();
  if (onRedis && redisUrl === null) {
    results.push({ name: 'Redis', passed: 0, failed: 1, pending: 0 });
    say('E2E_BACKEND=redis needs a redis-server in the PATH, or REDIS_URL.');
    return;
  }
  const env = { ...withoutRedis(), ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }) };
  const backends = {
    PostgreSQL: { ...env, E2E_BACKEND: 'postgres' },
    Redis: { ...env, E2E_BACKEND: 'redis', REDIS_URL: redisUrl },
  };
  const main = onRedis ? 'Redis' : 'PostgreSQL';
  if (given.length > 0) {
    const only = ['--selectProjects', ...projects, 'measured', ...given];
    return jest(`chosen suites, queue on ${main}`, backends[main], only);
  }
  await jest(`all suites, queue on ${main}`, backends[main], ['--selectProjects', ...projects]);
  if (!onRedis && redisUrl !== null) {
    const name = 'queue, rate limits, postbacks and faults on Redis';
    await jest(name, backends.Redis, ['--selectProjects', 'e2e', `--testPathPatterns=${REDIS_SUITES}`]);
  }
  if (redisUrl === null) {
    skipped.push('suites of queue, rate limits and postbacks on Redis: no redis-server was found');
  }
  // One after the other, with nothing beside them: what they measure would be the other suites.
  const alone = ['--selectProjects', 'measured', '--runInBand'];
  await jest(`measured alone, queue on ${main}`, backends[main], alone);
  if (!onRedis && redisUrl !== null) {
    await jest('measured alone, queue on Redis', backends.Redis, [
      ...alone,
      `--testPathPatterns=${MEASURED_ON_REDIS}`,
    ]);
  }
}

/** The caller's Redis only when the caller chose to test on it: specs empty the databases they use. */
async function findRedis() {
  if (onRedis && process.env.REDIS_URL) return process.env.REDIS_URL;
  if (given.length > 0 && !onRedis) return null;
  const program = findProgram('redis-server');
  if (program === null) return null;
  redis = await startRedis(program);
  return redis.url;
}

function withoutRedis() {
  const { REDIS_URL: _redis, E2E_BACKEND: _backend, ...env } = process.env;
  return { ...env, NODE_ENV: 'test' };
}

function hasBrowserSpecs() {
  const directory = join(ROOT, 'test', 'browser');
  return (
    existsSync(directory) &&
    readdirSync(directory, { recursive: true }).some((file) => file.endsWith('.browser-spec.ts'))
  );
}

async function jest(name, env, args) {
  const report = join(reports, `${results.length}.json`);
  say(`\n— ${name}`);
  const begun = Date.now();
  const code = await run(tool('jest'), ['--json', `--outputFile=${report}`, ...args], {
    env,
    stdout: 'ignore',
  });
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const passed = found?.numPassedTests ?? 0;
  // A file that does not load runs no test: it counts as one that failed, and so does a run that fell over.
  let failed = (found?.numFailedTests ?? 0) + (found?.numRuntimeErrorTestSuites ?? 0);
  if (code !== 0 && failed === 0) failed = 1;
  const pending = (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0);
  results.push({ name, passed, failed, pending, seconds: Math.round((Date.now() - begun) / 1_000) });
}

function conclude() {
  process.stdout.write('\n');
  for (const { name, passed, failed, pending, seconds } of results) {
    process.stdout.write(
      `${name}: ${passed} passed, ${failed} failed${seconds === undefined ? '' : ` in ${seconds} s`}\n`,
    );
    if (pending > 0 && given.length === 0)
      skipped.push(`${pending} tests of "${name}" are switched off in their files`);
  }
  for (const reason of skipped) process.stdout.write(`Skipped: ${reason}.\n`);
  if (requireAll && skipped.length > 0)
    process.stdout.write('REQUIRE_ALL=1: what is skipped counts as failed.\n');
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0) + (requireAll ? skipped.length : 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
