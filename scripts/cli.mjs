// npm run cli -- <command>: installs and builds when needed, then hands over to src/cli.ts.
import { createRequire } from 'node:module';
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap({ pages: false });
createRequire(import.meta.url)('../dist/src/cli.js');
