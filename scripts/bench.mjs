// npm run bench -- [--only id,…] [--quick] [--json FILE] [--list] [--flame FILE]: the speed bench (docs/performance.md).
// Installs and builds when needed, measures the service against the limit of this machine, and prints one table.
import { createRequire } from 'node:module';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap({ pages: false });
const require = createRequire(import.meta.url);
require('./lib/load-typescript.cjs');
const { main } = require('../test/bench/speed.ts');
const code = await main(process.argv.slice(2)).catch((error) => {
  const isOption = error.name === 'OptionError' || String(error.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isOption ? error.message : error.stack}\n`);
  return 2;
});
process.exit(code);
