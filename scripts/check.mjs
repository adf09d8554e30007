// npm run check: everything that must hold before a change lands; exit code 1 when something does not.
import { bootstrap } from './lib/bootstrap.mjs';
import { ROOT, run, runQuietly, say, tool } from './lib/project.mjs';

const script = (name) => [process.execPath, `${ROOT}/scripts/${name}.mjs`];

/** Two sequences side by side are what two cores carry. The steps of one come one after the other, up to one that fails. */
const SEQUENCES = [
  [['lint', tool('eslint'), '--max-warnings=0', '.']],
  [
    ['lock file', ...script('lock-file'), '--check'],
    ['format', tool('prettier'), '--check', '--log-level=warn', '.'],
    ['types', tool('tsc'), '--noEmit', '-p', 'tsconfig.json'],
    ['types of the pages', tool('tsc'), '-p', 'src/backoffice/web'],
    ['dead code', tool('knip'), '--no-progress'],
    ['import rules', tool('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'ormconfig.ts'],
    ['build', ...script('build')],
    ['migrations', ...script('check-migrations')],
  ],
];

await bootstrap({ service: false, pages: false });
const passed = await Promise.all(SEQUENCES.map(runSteps));
if (passed.includes(false)) process.exit(1);
process.exitCode = await run(process.execPath, [`${ROOT}/scripts/test.mjs`, '--with-benches'], {
  stdout: 'inherit',
});

async function runSteps(steps) {
  for (const [name, program, ...args] of steps) {
    const begun = Date.now();
    const { code, output } = await runQuietly(program, args);
    const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
    say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
    if (code !== 0) {
      say(output);
      return false;
    }
  }
  return true;
}
