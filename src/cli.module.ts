import { type DynamicModule, Module } from '@nestjs/common';
import { gather } from './common/features';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';
import { FEATURES } from './features';

/** What the command line needs of the service: no HTTP, no queue. */
@Module({})
export class CliModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: CliModule,
      imports: [CoreModule.for('cli', config), ...gather(FEATURES, 'commandLine')],
    };
  }
}
