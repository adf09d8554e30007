import { Injectable } from '@nestjs/common';
import type { OutboxConsumer, RelayedEvent } from '../../common/outbox';
import type { QueueJob } from '../../common/queue';
import type { Tx } from '../../database';
import { CHARGE_EVENTS } from '../charge.events';
import { providerCallJob, ProviderCallsService } from '../../providers';

/** A new card charge has a call that waits: the provider has to be asked. */
@Injectable()
export class ChargeEventsConsumer implements OutboxConsumer {
  readonly name = 'charges';

  constructor(private readonly calls: ProviderCallsService) {}

  async consume(tx: Tx, events: readonly RelayedEvent[]): Promise<readonly QueueJob[]> {
    const created = events.filter(({ type }) => type === CHARGE_EVENTS['charge.pending'].kind);
    const due = await this.calls.listDueOf(
      tx,
      created.map(({ merchantId, resourceId: id }) => ({ merchantId, id })),
    );
    return due.map((call) => providerCallJob(call, 'created'));
  }
}
