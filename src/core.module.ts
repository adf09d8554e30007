import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, IdGenerator, Randomness, SystemRandomness } from './common';
import { AuditModule } from './common/audit';
import { SecretBox } from './common/crypto';
import { databaseClock } from './common/database-clock';
import { HealthModule } from './common/health';
import { HttpModule } from './common/http';
import { LoggingModule } from './common/logging';
import { MetricsModule } from './common/metrics';
import { OutboxModule } from './common/outbox';
import { TracingModule } from './common/tracing';
import { AppConfig, ConfigModule } from './config';
import { DatabaseModule } from './database';

/** What every process has: configuration, database, log, time, ids, secrets, health and metrics. */
@Global()
@Module({})
export class CoreModule {
  static for(process: 'api' | 'worker' | 'cli', config: AppConfig): DynamicModule {
    return {
      module: CoreModule,
      imports: [
        ConfigModule.with(config),
        LoggingModule.for(process),
        TracingModule.for(process),
        DatabaseModule.for(process),
        HttpModule,
        OutboxModule,
        AuditModule,
        HealthModule,
        MetricsModule,
      ],
      providers: [
        databaseClock,
        { provide: Randomness, useClass: SystemRandomness },
        IdGenerator,
        {
          provide: SecretBox,
          inject: [AppConfig, Randomness],
          useFactory: (app: AppConfig, randomness: Randomness) =>
            new SecretBox(app.crypto.encryption, randomness),
        },
      ],
      exports: [Clock, Randomness, IdGenerator, SecretBox],
    };
  }
}
