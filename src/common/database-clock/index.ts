export { databaseClock } from './database-clock';
