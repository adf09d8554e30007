import { type DynamicModule, Module } from '@nestjs/common';
import { type Feature, gather } from './common/features';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';

/** What the command line needs of the service: the ground and the features that a command asks, no HTTP, no queue. */
@Module({})
export class CliModule {
  static with(config: AppConfig, features: readonly Feature[]): DynamicModule {
    return {
      module: CliModule,
      imports: [CoreModule.for('cli', config), ...gather(features, 'commandLine')],
    };
  }
}
