import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { ProviderAccountsService } from '../../providers';
import { pricedCharge } from '../changes/charge.changes';
import type { TakenFrom } from '../charge-money.port';
import { centsOf } from '../splits/refund-plan';
import type { CapturedRef, PastCharge } from './past-charge';
import { PastChargeRepository, type PastRecord } from './past-charge.repository';

/** Charges as they are posted once more: whole, with all that happened to them (money contract §20, Existing data). */
@Injectable()
export class PastChargesService {
  constructor(
    private readonly charges: PastChargeRepository,
    private readonly accounts: ProviderAccountsService,
  ) {}

  /** A merchant's captured charges after one of them, in the order of ids, which is that of time. */
  listCaptured(merchantId: string, afterId: string, limit: number): Promise<CapturedRef[]> {
    return this.charges.listCaptured(merchantId, afterId, limit);
  }

  /** Locks charges until the transaction ends; answers the ids. One that somebody else holds is left out, or waited for. */
  async lock(
    tx: Tx,
    merchantId: string,
    ids: readonly string[],
    how: { readonly limit: number; readonly waits: boolean },
  ): Promise<string[]> {
    return (await this.charges.lock(tx, merchantId, ids, how)).map(({ id }) => id);
  }

  /** Of locked charges, in the order of ids. */
  async list(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PastCharge[]> {
    if (ids.length === 0) return [];
    const past: PastCharge[] = [];
    for (const record of await this.charges.list(tx, merchantId, ids)) {
      const provider = await this.accounts.nameOfProvider(record.charge.providerAccountId, tx);
      past.push(toPastCharge(record, provider));
    }
    return past;
  }

  /** Writes where the money of a refund was taken from. */
  async writeSources(
    tx: Tx,
    merchantId: string,
    taken: ReadonlyMap<string, readonly TakenFrom[]>,
  ): Promise<void> {
    const sources = [...taken].flatMap(([refundId, parts]) =>
      parts.map((from, position) => ({ merchantId, refundId, position, ...from })),
    );
    await this.charges.insertSources(tx, sources);
  }
}

function toPastCharge(record: PastRecord, provider: string): PastCharge {
  const { charge, splits, chargedBackAt } = record;
  const { merchantId, id: chargeId, livemode, providerAccountId, capturedAt } = charge;
  if (capturedAt === null) throw new Error(`the charge ${chargeId} is captured, and nobody knows when`);
  return {
    charge: {
      ...pricedCharge(charge),
      ...{ id: chargeId, provider, capturedAt, recordedAt: capturedAt, providerAccountId },
      providerReference: charge.providerReference ?? '',
    },
    parts: splits,
    refunds: record.refunds.map(({ refund, splits: parts }) => ({
      refund: { merchantId, chargeId, refundId: refund.id, livemode, provider, at: refund.createdAt },
      shares: splits.map(({ recipientId, liable }) => ({
        recipientId,
        liable,
        amountCents: centsOf(parts, recipientId),
      })),
      outcome:
        refund.settledAt === null ? null : { succeeded: refund.status === 'succeeded', at: refund.settledAt },
    })),
    chargedBackAt,
  };
}
