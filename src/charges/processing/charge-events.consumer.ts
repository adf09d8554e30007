import { Injectable } from '@nestjs/common';
import type { OutboxConsumer, RelayedEvent } from '../../common/outbox';
import type { QueueJob } from '../../common/queue';
import type { Tx } from '../../database';
import { CHARGE_EVENTS } from '../charge.events';
import { OperationsRepository } from '../operations/operations.repository';
import { operationJob } from './operation-job';

/** A new card charge has an operation that waits: the provider has to be asked. */
@Injectable()
export class ChargeEventsConsumer implements OutboxConsumer {
  readonly name = 'charges';

  constructor(private readonly operations: OperationsRepository) {}

  async consume(tx: Tx, events: readonly RelayedEvent[]): Promise<readonly QueueJob[]> {
    const created = events.filter(({ type }) => type === CHARGE_EVENTS['charge.pending'].kind);
    const ids = await this.operations.findDueOf(
      tx,
      created.map(({ resourceId }) => resourceId),
    );
    return ids.map((id) => operationJob(id, 'created'));
  }
}
