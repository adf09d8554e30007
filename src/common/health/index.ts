export { BacklogWatch, type Waiting } from './backlog-watch';
export { type HealthCheck, HealthChecks } from './health-checks';
export { HealthModule } from './health.module';
