// npm run faults -- [--only id,…] [--full] [--json FILE] [--seed N] [--list]: the fault bench (docs/operations.md).
// Installs and builds when needed, breaks a running service on purpose, and prints one table; exit code 1 when a trial does not hold.
import { createRequire } from 'node:module';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap({ pages: false });
const require = createRequire(import.meta.url);
require('./lib/load-typescript.cjs');
const { main } = require('../test/bench/faults.ts');
const code = await main(process.argv.slice(2)).catch((error) => {
  const isOption = error.name === 'OptionError' || String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isOption ? error.message : error.stack}\n`);
  return 2;
});
process.exit(code);
