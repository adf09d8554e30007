import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { ahead, type Tx } from '../../database';
import { ProviderAccountsService, reportedMoment } from '../../providers';
import { ChargeMoney, type RefundMovement } from '../charge-money.port';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { ChargeRecord } from '../charge.repository';
import { ChargeDisputes } from '../disputes/charge-disputes.port';
import { toDisputedCharge } from '../disputes/disputed-charges.service';
import { centsOf, planRefunds } from '../splits/refund-plan';
import type { SplitMovement } from '../splits/split-movements';
import type { RefundSplit } from './refund-split.entity';
import { type RefundRecord, RefundRepository } from './refund.repository';
import { type RefundTrigger, refundTransitions } from './refund.transitions';

/**
 * Every change of a refund goes through here, while its charge is locked: the status of the one, the amounts of the other.
 * The split of a refund is settled with it, from what succeeded before; until then it is what it would be today.
 */
@Injectable()
export class RefundLifecycle {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly charges: ChargeLifecycle,
    private readonly money: ChargeMoney,
    private readonly disputes: ChargeDisputes,
    private readonly accounts: ProviderAccountsService,
    private readonly clock: Clock,
  ) {}

  /** Writes a refund that was planned, and sets its amount aside. Throws INSUFFICIENT_BALANCE. */
  async create(tx: Tx, charge: ChargeRecord, record: RefundRecord): Promise<void> {
    const { refund, splits, sources } = record;
    await this.charges.reserveRefund(tx, charge, record);
    const shares = charge.splits.map(({ recipientId, liable }) => ({
      recipientId,
      liable,
      amountCents: centsOf(splits, recipientId),
    }));
    const taken = await this.money.holdRefund(tx, await this.movement(tx, charge, record), shares);
    const { merchantId, id: refundId } = refund;
    sources.push(...taken.map((from, position) => ({ merchantId, refundId, position, ...from })));
    await ahead(tx, () => this.refunds.insert(tx, record));
  }

  /**
   * The provider gave the money back.
   * @param at when, as it tells that
   */
  async succeed(tx: Tx, charge: ChargeRecord, refund: RefundRecord, at?: Date): Promise<void> {
    const rest = await this.refunds.listOthersPending(tx, refund.refund);
    await this.divide(tx, charge, [refund, ...rest]);
    this.end(refund, 'succeed');
    await this.charges.settleRefund(tx, charge, refund, rest);
    await this.write(tx, charge, refund);
    await this.money.settleRefund(tx, await this.movement(tx, charge, refund, at), refund.sources);
  }

  /** The provider refused it for good: the others are divided as if it had never been. What disputes had left to it is theirs. */
  async fail(tx: Tx, charge: ChargeRecord, refund: RefundRecord): Promise<void> {
    const rest = await this.refunds.listOthersPending(tx, refund.refund);
    await this.divide(tx, charge, rest);
    this.end(refund, 'fail');
    await this.charges.failRefund(tx, charge, refund, rest);
    await this.write(tx, charge, refund);
    const movement = await this.movement(tx, charge, refund);
    if (await this.disputes.releaseRefund(tx, toDisputedCharge(charge), movement, refund.sources)) return;
    await this.money.releaseRefund(tx, movement, refund.sources);
  }

  /** Divides pending refunds as if they succeeded in this order. */
  private async divide(tx: Tx, { splits }: ChargeRecord, refunds: readonly RefundRecord[]): Promise<void> {
    const planned = planRefunds(
      splits,
      refunds.map(({ refund: { amountCents, splitNamed }, splits: parts }) => ({
        amountCents,
        splitNamed,
        splits: parts,
      })),
    );
    const movement = refunds.flatMap((refund, index) => move(refund, planned[index] ?? []));
    await ahead(tx, () => this.refunds.updateSplits(tx, movement));
  }

  private async movement(
    tx: Tx,
    { charge }: ChargeRecord,
    { refund }: RefundRecord,
    reported?: Date,
  ): Promise<RefundMovement> {
    const { merchantId, chargeId, id: refundId, createdAt: since } = refund;
    const provider = await this.accounts.nameOfProvider(charge.providerAccountId, tx);
    const at = reportedMoment(reported, { since, now: this.clock.now() });
    return { merchantId, chargeId, refundId, livemode: charge.livemode, provider, at };
  }

  private end({ refund }: RefundRecord, trigger: RefundTrigger): void {
    refund.status = refundTransitions.next(refund.status, trigger);
    refund.settledAt = this.clock.now();
  }

  private async write(tx: Tx, { charge }: ChargeRecord, { refund }: RefundRecord): Promise<void> {
    refund.settledVersion = charge.version;
    await ahead(tx, () => this.refunds.settle(tx, refund));
  }
}

/** Gives a refund its new split; returns the parts that are other than before. */
function move({ splits }: RefundRecord, planned: readonly SplitMovement[]): RefundSplit[] {
  return splits.filter((part) => {
    const cents = centsOf(planned, part.recipientId);
    if (cents === part.amountCents) return false;
    part.amountCents = cents;
    return true;
  });
}
