import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox';

/** The writing side, for every process. The relay runs in the worker alone. */
@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}
