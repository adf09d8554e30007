import { randomUUID } from 'node:crypto';
import { eventCatalogue } from '../../src/common/events';
import { Outbox } from '../../src/common/outbox';
import { OutboxEvent } from '../../src/common/outbox/outbox-event.entity';
import { TxRunner } from '../../src/database';
import { notePlanted } from './planted-events';
import type { TestService } from './service';

/** What happened, as a feature would say it. */
export interface TestEvent {
  readonly merchantId: string;
  readonly type?: string;
  readonly resourceId?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Commits events as features do: through the outbox, in a transaction. Returns the resource ids in order. */
export async function emit(service: TestService, ...events: readonly TestEvent[]): Promise<string[]> {
  const outbox = service.api.get(Outbox);
  const rows = events.map((event) => {
    const resourceId = event.resourceId ?? randomUUID();
    return outbox.row({
      event: eventCatalogue.get(event.type ?? 'charge.captured'),
      merchantId: event.merchantId,
      resourceId,
      payload: event.payload ?? { charge: { id: resourceId, amount: 1_000, note: 'açaí' } },
      occurredAt: new Date(),
    });
  });
  for (const { id } of rows) notePlanted(id);
  await service.api.get(TxRunner).run(async (tx) => {
    await tx.insert(OutboxEvent, rows);
    outbox.announce(tx);
  });
  return rows.map(({ resourceId }) => resourceId);
}
