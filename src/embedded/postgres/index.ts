export { EmbeddedPostgres } from './embedded-postgres';
export { startThrowAwayPostgres, type ThrowAwayPostgres } from './throw-away-postgres';
