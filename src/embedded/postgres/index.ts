export { EmbeddedPostgres } from './embedded-postgres';
export { ServerWatch } from './server-watch';
export { startThrowAwayPostgres, type ThrowAwayPostgres } from './throw-away-postgres';
