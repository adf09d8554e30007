export { Metrics, type Reading } from './metrics';
export { MetricsModule } from './metrics.module';
