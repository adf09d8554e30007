import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import { SnapshotRunner } from '../database';
import type { Charge } from './charge.entity';
import { ChargeHistoryEntry } from './charge-history.entity';
import type { ChargeSplit } from './charge-split.entity';
import { ChargeRepository } from './charge.repository';
import { ProviderAccountsService, type ProviderCallRecord, ProviderCallsService } from '../providers';
import type { ReturnedPayment } from './returns/returned-payment.entity';
import { ReturnedPaymentRepository } from './returns/returned-payment.repository';
import { type RefundRecord, RefundRepository } from './refund/refund.repository';

/** What grows with every refund is shown up to here, the newest first. */
const MAX_PARTS = 100;

/** A charge and all that happened to it. */
export interface ChargeDetails {
  readonly charge: Charge;
  readonly splits: readonly ChargeSplit[];
  readonly refunds: readonly RefundRecord[];
  readonly history: readonly ChargeHistoryEntry[];
  /** The name of the adapter that its calls go through. */
  readonly provider: string;
  readonly calls: readonly ProviderCallRecord[];
  /** Payments that were not taken. */
  readonly returned: readonly ReturnedPayment[];
  /** How many of each are older than those shown. */
  readonly leftOut: Readonly<Record<'refunds' | 'history' | 'calls' | 'returned', number>>;
}

/** Puts a whole charge together, whosesoever it is, from one snapshot of the database. */
@Injectable()
export class ChargeDetailsReader {
  constructor(
    private readonly snapshots: SnapshotRunner,
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
    private readonly calls: ProviderCallsService,
    private readonly returned: ReturnedPaymentRepository,
    private readonly accounts: ProviderAccountsService,
  ) {}

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<ChargeDetails> {
    const details = await this.read(id);
    const { adapter } = await this.accounts.get(details.charge.providerAccountId);
    return { ...details, provider: adapter.name };
  }

  private async read(id: string): Promise<Omit<ChargeDetails, 'provider'>> {
    return this.snapshots.run(async (manager) => {
      const found = await this.charges.findAny(manager, id);
      if (found === null) throw commonErrors.NOT_FOUND();
      const refunds = await this.refunds.newest(manager, found.charge, MAX_PARTS);
      const [history, steps] = await manager.findAndCount(ChargeHistoryEntry, {
        where: { merchantId: found.charge.merchantId, chargeId: id },
        order: { version: 'DESC' },
        take: MAX_PARTS,
      });
      const { merchantId } = found.charge;
      const subjects = [id, ...(await this.refunds.idsOf(manager, merchantId, id))];
      const [calls, asked] = await this.calls.listOf(manager, merchantId, subjects, MAX_PARTS);
      const [returned, notTaken] = await this.returned.listOf(manager, merchantId, id, MAX_PARTS);
      return {
        ...found,
        refunds: refunds.items,
        history,
        calls,
        returned,
        leftOut: {
          refunds: refunds.total - refunds.items.length,
          history: steps - history.length,
          calls: asked - calls.length,
          returned: notTaken - returned.length,
        },
      };
    });
  }
}
