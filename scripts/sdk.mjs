// npm run sdk: builds packages/sdk where its sources changed.
import { bootstrap } from './lib/bootstrap.mjs';
import { makeSdk } from './lib/sdk.mjs';

await bootstrap({ service: false, pages: false });
await makeSdk();
