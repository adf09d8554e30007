// npm start: installs, builds, and runs the whole service (docs/operations.md).
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap();
await import('../dist/src/embedded/start.js');
