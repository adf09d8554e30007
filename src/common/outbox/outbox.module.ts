import { Global, Module } from '@nestjs/common';
import { EventTraceRepository } from './event-trace.repository';
import { Outbox } from './outbox';
import { OutboxNotifierService } from './outbox-notifier.service';
import { OutboxRepository } from './outbox.repository';

/** The writing side, for every process. The relay runs in the worker alone. */
@Global()
@Module({
  providers: [Outbox, OutboxNotifierService, OutboxRepository, EventTraceRepository],
  exports: [Outbox, EventTraceRepository],
})
export class OutboxModule {}
