import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config';
import { NoTracing, Tracing } from './tracing';

/** Tracing as it is configured: without a collector none of OpenTelemetry's SDK is loaded. A command of the command line is never traced. */
@Global()
@Module({})
export class TracingModule {
  static for(process: 'api' | 'worker' | 'cli'): DynamicModule {
    return {
      module: TracingModule,
      providers: [
        {
          provide: Tracing,
          inject: [AppConfig],
          useFactory: async ({ tracing }: AppConfig): Promise<Tracing> => {
            if (tracing === null || process === 'cli') return new NoTracing();
            const { OpenTelemetryTracing } = await import('./open-telemetry.js');
            const serviceName = tracing.serviceName ?? `repasse-${process}`;
            return new OpenTelemetryTracing({ ...tracing, serviceName });
          },
        },
      ],
      exports: [Tracing],
    };
  }
}
