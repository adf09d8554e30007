import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import { type UpcomingSettlement, UpcomingSettlements } from '../../wallets';
import { ReceivableRepository } from '../receivable.repository';

/** Says of wallets what comes next. */
@Injectable()
export class UpcomingSettlementsAdapter extends UpcomingSettlements {
  constructor(private readonly receivables: ReceivableRepository) {
    super();
  }

  findNext(
    wallets: readonly { readonly merchantId: string; readonly id: string }[],
    reading?: Reading,
  ): Promise<ReadonlyMap<string, UpcomingSettlement>> {
    return this.receivables.findNextDue(wallets, reading);
  }
}
