import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { AnticipableReceivablesService } from '../../receivables';
import type { OpenAnticipation } from '../anticipation.lifecycle';
import { type AnticipationKey, AnticipationRepository } from '../anticipation.repository';
import { AnticipationItemRepository } from './anticipation-item.repository';

/**
 * Locks anticipations as whatever takes from their receivables does: the receivables first, by their ids, then the anticipation.
 * Receivables only ever leave one, so those that were read before the lock are all that it has.
 */
@Injectable()
export class OpenAnticipationService {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly items: AnticipationItemRepository,
    private readonly receivables: AnticipableReceivablesService,
  ) {}

  /** Null: there is none. */
  async lock(tx: Tx, key: AnticipationKey): Promise<OpenAnticipation | null> {
    const ids = await this.items.listOpenIds(key, tx);
    return this.lockAll(tx, key, ids);
  }

  /** As lock; null also when somebody else is at it: they pay it, or take from it. */
  async lockFree(tx: Tx, key: AnticipationKey): Promise<OpenAnticipation | null> {
    const ids = await this.items.listOpenIds(key, tx);
    const [first] = ids;
    if (first === undefined || !(await this.receivables.lockFree(tx, key.merchantId, first))) return null;
    return this.lockAll(tx, key, ids);
  }

  private async lockAll(
    tx: Tx,
    key: AnticipationKey,
    ids: readonly string[],
  ): Promise<OpenAnticipation | null> {
    await this.receivables.lock(tx, key.merchantId, ids);
    const anticipation = await this.anticipations.lock(tx, key);
    if (anticipation === null) return null;
    return { anticipation, items: await this.items.listOpen(tx, key) };
  }
}
