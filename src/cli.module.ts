import { type DynamicModule, Module } from '@nestjs/common';
import { declareEvents, type Feature, gather } from './common/features';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';

/** What the command line needs of the service: the ground and the features that a command asks, no HTTP, no queue. */
@Module({})
export class CliModule {
  static with(config: AppConfig, features: readonly Feature[]): DynamicModule {
    // A command that loads some features alone has only these: what it does may have to be told too.
    declareEvents(features);
    return {
      module: CliModule,
      imports: [CoreModule.for('cli', config), ...gather(features, 'commandLine')],
    };
  }
}
