import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { type PromisedReceivable, ReceivableAnticipations } from '../../receivables';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { type AnticipationKey, AnticipationRepository } from '../anticipation.repository';
import { AnticipationItemRepository } from './anticipation-item.repository';

/** What refunds, disputes and settlements take of receivables that wait in an unpaid anticipation is taken from it too. */
@Injectable()
export class ReceivableAnticipationsAdapter extends ReceivableAnticipations {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly items: AnticipationItemRepository,
    private readonly lifecycle: AnticipationLifecycle,
  ) {
    super();
  }

  async lock(
    tx: Tx,
    receivables: readonly Pick<PromisedReceivable, 'merchantId' | 'anticipationId'>[],
  ): Promise<void> {
    for (const key of keysOf(receivables)) await this.anticipations.lock(tx, key);
  }

  async changed(tx: Tx, receivables: readonly PromisedReceivable[]): Promise<void> {
    for (const key of keysOf(receivables)) {
      const anticipation = await this.anticipations.lock(tx, key);
      if (anticipation === null) throw new Error('a receivable waits in an anticipation that there is not');
      const own = receivables.filter(({ anticipationId }) => anticipationId === key.id);
      const nets = new Map(own.map(({ id, netCents }) => [id, netCents]));
      const items = await this.items.listOpen(tx, key);
      await this.lifecycle.noteNets(tx, { anticipation, items }, nets);
    }
  }
}

/** Each once, in one order, so that two that lock several do not wait for each other. */
function keysOf(
  receivables: readonly Pick<PromisedReceivable, 'merchantId' | 'anticipationId'>[],
): AnticipationKey[] {
  const keys = new Map(
    receivables.map(({ merchantId, anticipationId: id }) => [`${merchantId} ${id}`, { merchantId, id }]),
  );
  return [...keys].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key);
}
