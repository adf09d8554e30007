export { findRedisWarning } from './redis-warning';
