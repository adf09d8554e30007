// npm run check: everything that must hold before a change lands. Stops at the first failure, exit code 1.
import { bootstrap, rebuild } from './lib/bootstrap.mjs';
import { ROOT, run, runQuietly, say, tool } from './lib/project.mjs';

/** Steps of one group run side by side: two are what two cores carry. */
const GROUPS = [
  [
    ['format', tool('prettier'), ['--check', '--log-level=warn', '.']],
    ['types', tool('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ],
  [
    ['types of the pages', tool('tsc'), ['-p', 'src/backoffice/web']],
    ['dead code', tool('knip'), ['--no-progress']],
  ],
  [
    ['lint', tool('eslint'), ['--max-warnings=0', '.']],
    ['import rules', tool('depcruise'), ['--config', '.dependency-cruiser.cjs', 'src', 'ormconfig.ts']],
  ],
  [['lock file', process.execPath, [`${ROOT}/scripts/lock-file.mjs`, '--check']]],
];

await bootstrap({ build: false });
for (const group of GROUPS) {
  const outcomes = await Promise.all(
    group.map(([name, program, args]) => step(name, () => runQuietly(program, args))),
  );
  if (outcomes.includes(false)) process.exit(1);
}
say('build');
await rebuild();
if (!(await step('migrations', () => runQuietly(process.execPath, [`${ROOT}/scripts/check-migrations.mjs`]))))
  process.exit(1);
process.exitCode = await run(process.execPath, [`${ROOT}/scripts/test.mjs`], { stdout: 'inherit' });

async function step(name, work) {
  const begun = Date.now();
  const { code, output } = await work();
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
  say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code !== 0) say(output);
  return code === 0;
}
