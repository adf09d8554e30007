import { Global, Module } from '@nestjs/common';
import { Idempotency } from './idempotency';

@Global()
@Module({ providers: [Idempotency], exports: [Idempotency] })
export class HttpModule {}
