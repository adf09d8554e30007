import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Tx } from '../../database';
import { ChargeHistoryEntry } from '../charge-history.entity';
import { Charge } from '../charge.entity';
import type { ChargeRecord } from '../charge.repository';
import { RefundSource } from '../refund/refund-source.entity';
import { RefundSplit } from '../refund/refund-split.entity';
import { Refund } from '../refund/refund.entity';
import { ChargeSplit } from '../splits/charge-split.entity';
import type { CapturedRef } from './past-charge';

/** A charge of before with what belongs to it. */
export interface PastRecord extends ChargeRecord {
  readonly refunds: readonly { readonly refund: Refund; readonly splits: readonly RefundSplit[] }[];
  readonly chargedBackAt: Date | null;
}

/** Statements about captured charges as the books want them, whole. */
@Injectable()
export class PastChargeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A merchant's captured charges after one of them, in the order of ids. */
  async listCaptured(merchantId: string, afterId: string, limit: number): Promise<CapturedRef[]> {
    return this.dataSource.manager.query(
      `SELECT id, amount_captured_cents::float8 AS "capturedCents" FROM charges
        WHERE merchant_id = $1 AND id > $2 AND amount_captured_cents > 0 ORDER BY id LIMIT $3`,
      [merchantId, afterId, limit],
    );
  }

  /** Locks those of these charges that nobody else holds, so many at most, or waits for all of them. */
  async lock(
    tx: Tx,
    merchantId: string,
    ids: readonly string[],
    { limit, waits }: { readonly limit: number; readonly waits: boolean },
  ): Promise<Charge[]> {
    const builder = tx
      .createQueryBuilder(Charge, 'charge')
      .setLock('pessimistic_write')
      .where({ merchantId, id: In([...ids]) })
      .orderBy('charge.id')
      .limit(limit);
    if (!waits) builder.setOnLocked('skip_locked');
    return builder.getMany();
  }

  /** Locked charges with all that belongs to them, in the order of ids. */
  async list(tx: Tx, merchantId: string, ids: readonly string[]): Promise<PastRecord[]> {
    const chargeId = In([...ids]);
    const charges = await tx.find(Charge, { where: { merchantId, id: chargeId }, order: { id: 'ASC' } });
    const splits = await tx.find(ChargeSplit, {
      where: { merchantId, chargeId },
      order: { position: 'ASC' },
    });
    const refunds = await tx.find(Refund, {
      where: { merchantId, chargeId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const refundId = In(refunds.map(({ id }) => id));
    const parts = refunds.length === 0 ? [] : await tx.find(RefundSplit, { where: { merchantId, refundId } });
    const disputed = await tx.find(ChargeHistoryEntry, {
      where: { merchantId, chargeId, trigger: 'charge_back' },
      order: { version: 'ASC' },
    });
    const ofRefund = new Map<string, RefundSplit[]>(refunds.map(({ id }) => [id, []]));
    for (const part of parts) ofRefund.get(part.refundId)?.push(part);
    return charges.map((charge) => ({
      charge,
      splits: splits.filter((split) => split.chargeId === charge.id),
      refunds: refunds
        .filter((refund) => refund.chargeId === charge.id)
        .map((refund) => ({ refund, splits: ofRefund.get(refund.id) ?? [] })),
      chargedBackAt:
        charge.status === 'chargeback'
          ? (disputed.findLast((entry) => entry.chargeId === charge.id)?.at ?? charge.updatedAt)
          : null,
    }));
  }

  /** Writes where the money of refunds was taken from. */
  async insertSources(tx: Tx, sources: readonly RefundSource[]): Promise<void> {
    if (sources.length > 0) await tx.insert(RefundSource, [...sources]);
  }
}
