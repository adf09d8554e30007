import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Tx } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { ChargeRecord } from '../charge.repository';
import { type RefundRecord, RefundRepository } from './refund.repository';
import { type RefundTrigger, refundTransitions } from './refund.transitions';

/** Every change of a refund goes through here, while its charge is locked: the status of the one, the amounts of the other. */
@Injectable()
export class RefundLifecycle {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly charges: ChargeLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Writes a refund that was planned, and sets its amount aside. */
  async create(tx: Tx, charge: ChargeRecord, refund: RefundRecord): Promise<void> {
    await this.refunds.insert(tx, refund);
    await this.charges.reserveRefund(tx, charge, refund);
  }

  /** The provider gave the money back. */
  async succeed(tx: Tx, charge: ChargeRecord, refund: RefundRecord): Promise<void> {
    await this.settle(tx, refund, 'succeed');
    await this.charges.settleRefund(tx, charge, refund);
  }

  /** The provider refused it for good. */
  async fail(tx: Tx, charge: ChargeRecord, refund: RefundRecord): Promise<void> {
    await this.settle(tx, refund, 'fail');
    await this.charges.failRefund(tx, charge, refund);
  }

  private async settle(tx: Tx, { refund }: RefundRecord, trigger: RefundTrigger): Promise<void> {
    refund.status = refundTransitions.next(refund.status, trigger);
    refund.settledAt = this.clock.now();
    await this.refunds.settle(tx, refund);
  }
}
