// npm run build: installs when needed and builds, whatever the state of dist.
import { bootstrap, rebuild } from './lib/bootstrap.mjs';

await bootstrap({ service: false, pages: false });
await rebuild();
