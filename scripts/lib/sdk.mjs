// The SDK in packages/sdk (decision 0021): compiled once for `import` and once for `require`, each with its types, when its sources changed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { ROOT, fail, runQuietly, say, tool } from './project.mjs';
import { hashOf } from './source-hash.mjs';

const PACKAGE = join('packages', 'sdk');
const OUTPUT = join(ROOT, PACKAGE, 'dist');
const MARK = join(OUTPUT, '.built-from');

/** The same sources in the two shapes of modules; a package.json in each folder says which it is. */
const SHAPES = [
  { folder: 'esm', type: 'module', options: [] },
  { folder: 'cjs', type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
];

const isFresh = (hash) => existsSync(MARK) && readFileSync(MARK, 'utf8') === hash;

export async function makeSdk() {
  const hash = hashOf([join(PACKAGE, 'src'), join(PACKAGE, 'tsconfig.json'), 'package-lock.json']);
  if (isFresh(hash)) return;
  await alone(async () => {
    if (isFresh(hash)) return;
    say('Building the SDK (usually 10 s) …');
    rmSync(OUTPUT, { recursive: true, force: true });
    for (const { folder, type, options } of SHAPES) await compile(folder, type, options);
    writeFileSync(MARK, hash);
  });
}

async function compile(folder, type, options) {
  const output = join(OUTPUT, folder);
  const args = ['-p', join(ROOT, PACKAGE), '--outDir', output, ...options];
  const { code, output: said } = await runQuietly(tool('tsc'), args);
  if (code !== 0) fail(`The SDK does not compile:\n${said}`);
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'package.json'), `${JSON.stringify({ type })}\n`);
}
