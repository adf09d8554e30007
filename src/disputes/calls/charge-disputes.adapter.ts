import { Injectable } from '@nestjs/common';
import {
  ChargeDisputes,
  type DisputableCharge,
  type DisputedCharge,
  type RefundMovement,
  type TakenFrom,
} from '../../charges';
import type { Tx } from '../../database';
import type { DisputeNotification } from '../../providers';
import { DisputeLifecycle } from '../dispute.lifecycle';
import { DisputeRepository } from '../dispute.repository';
import { disputeTransitions } from '../dispute.transitions';

/** Takes what providers tell of disputes: twice, late, or out of order. */
@Injectable()
export class ChargeDisputesAdapter extends ChargeDisputes {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly lifecycle: DisputeLifecycle,
  ) {
    super();
  }

  listOpen(tx: Tx, charges: readonly DisputableCharge[]): Promise<ReadonlySet<string>> {
    return this.disputes.listOpen(tx, charges);
  }

  releaseRefund(
    tx: Tx,
    charge: DisputedCharge,
    refund: RefundMovement,
    taken: readonly TakenFrom[],
  ): Promise<boolean> {
    return this.lifecycle.grow(tx, charge, refund, taken);
  }

  /** An outcome that overtook its dispute waits for it; one that came before another stays. */
  async take(tx: Tx, charge: DisputedCharge, notification: DisputeNotification): Promise<boolean> {
    const { merchantId, id: chargeId } = charge;
    const named = { merchantId, chargeId, providerDisputeId: notification.disputeId };
    const record = await this.disputes.lockNamed(tx, named);
    if (notification.kind === 'dispute_opened') {
      if (record === null) await this.lifecycle.open(tx, charge, notification);
      return true;
    }
    if (record === null) return false;
    const trigger = notification.kind === 'dispute_won' ? 'win' : 'lose';
    if (!disputeTransitions.allows(record.dispute.status, trigger)) return true;
    await (notification.kind === 'dispute_won'
      ? this.lifecycle.win(tx, charge, record, notification.at)
      : this.lifecycle.lose(tx, charge, record, { ...notification, on: 'lose' }));
    return true;
  }
}
