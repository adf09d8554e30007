import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { PoolMetricsService } from './pool-metrics.service';

@Global()
@Module({ controllers: [MetricsController], providers: [Metrics, PoolMetricsService], exports: [Metrics] })
export class MetricsModule {}
