// npm run cli -- <command>: installs and builds when needed, then hands over to src/cli.ts.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap();
await import('../dist/src/cli.js');
