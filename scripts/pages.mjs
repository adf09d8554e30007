// npm run pages: brings dist/backoffice up to date and does nothing else (browser suites call it).
import { bootstrapPages } from './lib/bootstrap.mjs';

await bootstrapPages();
