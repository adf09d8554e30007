import { Global, Module } from '@nestjs/common';
import { DryRun } from './dry-run';
import { Idempotency } from './idempotency';

@Global()
@Module({ providers: [Idempotency, DryRun], exports: [Idempotency, DryRun] })
export class HttpModule {}
