import { Global, Module } from '@nestjs/common';
import { HealthChecks } from './health-checks';
import { HealthController } from './health.controller';

@Global()
@Module({ controllers: [HealthController], providers: [HealthChecks], exports: [HealthChecks] })
export class HealthModule {}
