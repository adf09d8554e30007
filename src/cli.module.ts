import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './auth';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';
import { PostbacksCliModule } from './postbacks';
import { DocumentFilesCliModule } from './review';

/** What the command line needs of the service: no HTTP, no queue. */
@Module({})
export class CliModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: CliModule,
      imports: [CoreModule.for('cli', config), AuthModule, PostbacksCliModule, DocumentFilesCliModule],
    };
  }
}
