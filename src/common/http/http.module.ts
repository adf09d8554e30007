import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config';
import { DryRun } from './dry-run';
import { Idempotency } from './idempotency/idempotency';
import { signCursorsWith } from './lists/cursor';

@Global()
@Module({ providers: [Idempotency, DryRun], exports: [Idempotency, DryRun] })
export class HttpModule {
  constructor(config: AppConfig) {
    signCursorsWith(config.crypto.pepper);
  }
}
