import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import { SnapshotRunner } from '../database';
import type { Charge } from './charge.entity';
import { ChargeHistoryEntry } from './charge-history.entity';
import type { ChargeSplit } from './charge-split.entity';
import { ChargeRepository } from './charge.repository';
import { ProviderOperation } from './operations/provider-operation.entity';
import { type RefundRecord, RefundRepository } from './refund/refund.repository';

/** What grows with every refund is shown up to here, the newest first. */
const MAX_PARTS = 100;

/** A charge and all that happened to it. */
export interface ChargeDetails {
  readonly charge: Charge;
  readonly splits: readonly ChargeSplit[];
  readonly refunds: readonly RefundRecord[];
  readonly history: readonly ChargeHistoryEntry[];
  readonly operations: readonly ProviderOperation[];
  /** How many of each are older than those shown. */
  readonly leftOut: { readonly refunds: number; readonly history: number; readonly operations: number };
}

/** Puts a whole charge together, whosesoever it is, from one snapshot of the database. */
@Injectable()
export class ChargeDetailsReader {
  constructor(
    private readonly snapshots: SnapshotRunner,
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<ChargeDetails> {
    return this.snapshots.run(async (manager) => {
      const found = await this.charges.findAny(manager, id);
      if (found === null) throw commonErrors.NOT_FOUND();
      const refunds = await this.refunds.newest(manager, found.charge, MAX_PARTS);
      const [history, steps] = await manager.findAndCount(ChargeHistoryEntry, {
        where: { merchantId: found.charge.merchantId, chargeId: id },
        order: { version: 'DESC' },
        take: MAX_PARTS,
      });
      const [operations, asked] = await manager.findAndCount(ProviderOperation, {
        where: { chargeId: id },
        order: { createdAt: 'DESC', id: 'DESC' },
        take: MAX_PARTS,
      });
      return {
        ...found,
        refunds: refunds.items,
        history,
        operations,
        leftOut: {
          refunds: refunds.total - refunds.items.length,
          history: steps - history.length,
          operations: asked - operations.length,
        },
      };
    });
  }
}
