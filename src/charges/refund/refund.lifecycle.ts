import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { ahead, type Tx } from '../../database';
import { ProviderAccountsService, reportedMoment } from '../../providers';
import { ChargeMoney, type NewHold, type RefundMovement, type TakenFrom } from '../charge-money.port';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { ChargeRecord } from '../charge.repository';
import { ChargeDisputes } from '../disputes/charge-disputes.port';
import { toDisputedCharge } from '../disputes/disputed-charges.service';
import { centsOf, planRefunds } from '../splits/refund-plan';
import type { SplitMovement } from '../splits/split-movements';
import type { RefundSource } from './refund-source.entity';
import type { RefundSplit } from './refund-split.entity';
import { type RefundRecord, RefundRepository } from './refund.repository';
import { type RefundTrigger, refundTransitions } from './refund.transitions';

/** A refund of a locked charge that is to be made. */
export interface PlannedRefund {
  readonly record: ChargeRecord;
  readonly refund: RefundRecord;
}

/** A refund of a locked charge that the provider has given back; `at` is when, as it tells that. */
interface NewOutcome extends PlannedRefund {
  readonly at: Date | undefined;
}

/** The same, with the refunds of its charge that have no outcome yet and the name of the adapter through which the money goes back. */
interface PricedOutcome extends NewOutcome {
  readonly pending: readonly RefundRecord[];
  readonly provider: string;
}

/** A refund that succeeded, and what is to be written of it. */
export interface SucceededRefund {
  readonly refund: RefundRecord;
  /** The parts that are other than before. */
  readonly divided: readonly RefundSplit[];
  readonly charge: ReturnType<ChargeLifecycle['refunded']>;
  readonly movement: RefundMovement;
}

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
    await this.charges.reserveRefunds(tx, [{ record: charge, refund: record }]);
    const { refund, shares } = await this.newHold(tx, { record: charge, refund: record });
    record.sources.push(...sourcesOf(record, await this.money.holdRefund(tx, refund, shares)));
    await ahead(tx, () => this.refunds.insert(tx, record));
  }

  /** As create, of several charges; answers those that were written: the others are to be created alone. */
  async createTogether(tx: Tx, planned: readonly PlannedRefund[]): Promise<ReadonlySet<PlannedRefund>> {
    const holds: NewHold[] = [];
    for (const one of planned) holds.push(await this.newHold(tx, one));
    const taken = planned.length === 0 ? [] : await this.money.holdRefunds(tx, holds);
    const held = planned.flatMap((one, index) => {
      const from = taken[index] ?? null;
      if (from !== null) one.refund.sources.push(...sourcesOf(one.refund, from));
      return from === null ? [] : [one];
    });
    if (held.length > 0) {
      await this.charges.reserveRefunds(tx, held);
      await ahead(tx, () => this.refunds.insert(tx, ...held.map(({ refund }) => refund)));
    }
    return new Set(held);
  }

  /**
   * The provider gave the money back.
   * @param at when, as it tells that
   */
  async succeed(tx: Tx, charge: ChargeRecord, refund: RefundRecord, at?: Date): Promise<void> {
    const pending = await this.refunds.listOthersPending(tx, refund.refund);
    const provider = await this.providerOf(tx, charge);
    await this.saveSucceeded(tx, [this.succeeded({ record: charge, refund, pending, at, provider })]);
  }

  /** Reads what many need; answers what makes each, for `saveSucceeded`. Of charges that have no other refund without an outcome. */
  async prepareSucceeded(tx: Tx, refunds: readonly NewOutcome[]): Promise<(() => SucceededRefund)[]> {
    const priced = [];
    for (const one of refunds)
      priced.push({ ...one, pending: [], provider: await this.providerOf(tx, one.record) });
    return priced.map((one) => () => this.succeeded(one));
  }

  /** Writes refunds that succeeded in as many statements as one. */
  async saveSucceeded(tx: Tx, succeeded: readonly SucceededRefund[]): Promise<void> {
    const divided = succeeded.flatMap((one) => one.divided);
    await ahead(tx, () => this.refunds.updateSplits(tx, divided));
    await this.charges.saveRefunded(
      tx,
      succeeded.map(({ charge }) => charge),
    );
    await ahead(tx, () => this.refunds.settle(tx, ...succeeded.map(({ refund }) => refund.refund)));
    await this.money.settleRefunds(
      tx,
      succeeded.map(({ movement, refund }) => ({ ...movement, taken: refund.sources })),
    );
  }

  /** The provider refused it for good: the others are divided as if it had never been. What disputes had left to it is theirs. */
  async fail(tx: Tx, charge: ChargeRecord, refund: RefundRecord): Promise<void> {
    const rest = await this.refunds.listOthersPending(tx, refund.refund);
    const divided = divide(charge, rest);
    await ahead(tx, () => this.refunds.updateSplits(tx, divided));
    this.end(refund, 'fail');
    await this.charges.failRefund(tx, charge, refund, rest);
    refund.refund.settledVersion = charge.charge.version;
    await ahead(tx, () => this.refunds.settle(tx, refund.refund));
    const movement = this.movement(charge, refund, await this.providerOf(tx, charge));
    if (await this.disputes.releaseRefund(tx, toDisputedCharge(charge), movement, refund.sources)) return;
    await this.money.releaseRefund(tx, movement, refund.sources);
  }

  /** Changes the records alone. */
  private succeeded({ record, refund, pending, at, provider }: PricedOutcome): SucceededRefund {
    const divided = divide(record, [refund, ...pending]);
    this.end(refund, 'succeed');
    const charge = this.charges.refunded({ record, refund, pending });
    refund.refund.settledVersion = record.charge.version;
    return { refund, divided, charge, movement: this.movement(record, refund, provider, at) };
  }

  private async newHold(tx: Tx, { record, refund }: PlannedRefund): Promise<NewHold> {
    const shares = record.splits.map(({ recipientId, liable }) => ({
      recipientId,
      liable,
      amountCents: centsOf(refund.splits, recipientId),
    }));
    return { refund: this.movement(record, refund, await this.providerOf(tx, record)), shares };
  }

  private movement(
    { charge }: ChargeRecord,
    { refund }: RefundRecord,
    provider: string,
    reported?: Date,
  ): RefundMovement {
    const { merchantId, chargeId, id: refundId, createdAt: since } = refund;
    const at = reportedMoment(reported, { since, now: this.clock.now() });
    return { merchantId, chargeId, refundId, livemode: charge.livemode, provider, at };
  }

  /** The name of the adapter through which the money goes back. */
  private providerOf(tx: Tx, { charge }: ChargeRecord): Promise<string> {
    return this.accounts.nameOfProvider(charge.providerAccountId, tx);
  }

  private end({ refund }: RefundRecord, trigger: RefundTrigger): void {
    refund.status = refundTransitions.next(refund.status, trigger);
    refund.settledAt = this.clock.now();
  }
}

function sourcesOf(
  { refund: { merchantId, id: refundId } }: RefundRecord,
  taken: readonly TakenFrom[],
): RefundSource[] {
  return taken.map((from, position) => ({ merchantId, refundId, position, ...from }));
}

/** Divides pending refunds as if they succeeded in this order; answers the parts that are other than before. */
function divide({ splits }: ChargeRecord, refunds: readonly RefundRecord[]): RefundSplit[] {
  const planned = planRefunds(
    splits,
    refunds.map(({ refund: { amountCents, splitNamed }, splits: parts }) => ({
      amountCents,
      splitNamed,
      splits: parts,
    })),
  );
  return refunds.flatMap((refund, index) => move(refund, planned[index] ?? []));
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
