import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { startOfDay } from '../../common/calendar';
import type { Tx } from '../../database';
import { LedgerService, type NewTransaction } from '../../ledger';
import type { ReconciliationItem } from '../reconciliation-item.entity';
import { linesOf, referenceOf } from './posting.rules';

/** Brings into the books what items say of their money. */
@Injectable()
export class ItemPostingService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {}

  /** Once in a transaction; the items are written afterwards, with when they were posted. Whoever's it is, is known of each. */
  async post(tx: Tx, items: readonly ReconciliationItem[]): Promise<void> {
    const now = this.clock.now();
    const posted = items.flatMap((item) => {
      const posting = postingOf(item);
      if (posting === null) return [];
      item.postedAt = now;
      return [posting];
    });
    await this.ledger.post(tx, posted);
  }
}

/** Null: what the line says of money is in the books already. */
function postingOf(item: ReconciliationItem): NewTransaction | null {
  const lines = linesOf(item);
  const { id, merchantId, lineDate, expectedDate } = item;
  if (lines.length === 0) return null;
  const day = lineDate ?? expectedDate;
  if (merchantId === null || day === null) throw new Error('an item of nobody is not posted');
  return {
    ...{ merchantId, reference: referenceOf(item), kind: 'provider_report', lines },
    ...{ resource: { type: 'reconciliation_item', id }, occurredAt: startOfDay(day) },
  };
}
