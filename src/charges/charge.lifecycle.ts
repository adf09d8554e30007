import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../common';
import type { DeclaredEvent } from '../common/events';
import { isCardMethod } from '../common/money';
import { Outbox } from '../common/outbox';
import { ahead, type Tx } from '../database';
import { ProviderAccountsService, reportedMoment } from '../providers';
import { ChargeMoney, type PricedCharge } from './charge-money.port';
import { ChargeIncidentsService } from './calls/charge-incidents.service';
import type { Charge } from './charge.entity';
import type { ChargeHistoryEntry } from './charge-history.entity';
import { CHARGE_EVENTS, chargeEvent, EVENT_OF_STATUS, eventOfChange } from './charge.events';
import { ChargeRepository, type ChargeRecord } from './charge.repository';
import { chargeTransitions, type ChargeTrigger } from './charge.transitions';
import type { RefundRecord } from './refund/refund.repository';
import { centsOf } from './splits/refund-plan';
import { splitCapture } from './splits/split-movements';

/** An authorisation that nobody captures is voided by itself (contract §6). */
const AUTHORIZATION_DAYS = 7;

/** What a transition changes beside status and version. */
type ChargeChange = Partial<
  Pick<
    Charge,
    | 'providerReference'
    | 'amountCapturedCents'
    | 'feeCents'
    | 'amountRefundedCents'
    | 'paymentDetails'
    | 'failureCode'
    | 'failureMessage'
    | 'failureRetryable'
    | 'attention'
    | 'authorizedAt'
    | 'capturedAt'
    | 'refundedAt'
    | 'expiresAt'
  >
>;

/** Every change of a charge goes through here, on a locked row: transition, version, history and event together. */
@Injectable()
export class ChargeLifecycle {
  constructor(
    private readonly repository: ChargeRepository,
    private readonly money: ChargeMoney,
    private readonly accounts: ProviderAccountsService,
    private readonly outbox: Outbox,
    private readonly incidents: ChargeIncidentsService,
    private readonly clock: Clock,
  ) {}

  /** @param at when, as the provider tells it */
  async authorize(tx: Tx, record: ChargeRecord, change: ChargeChange, at?: Date): Promise<void> {
    const authorizedAt = this.moment(record, at);
    const expiresAt = new Date(authorizedAt.getTime() + AUTHORIZATION_DAYS * DAY_MS);
    await this.transition(tx, record, 'authorize', { ...change, authorizedAt, expiresAt });
  }

  /**
   * Money that came without a capture of its own: all of it. A card that is captured at once was authorised too.
   * @param at when, as the provider tells it
   */
  async pay(tx: Tx, record: ChargeRecord, change: ChargeChange, at?: Date): Promise<void> {
    const capturedAt = this.moment(record, at);
    const authorizedAt = isCardMethod(record.charge.paymentMethod) ? capturedAt : null;
    const { totalAmountCents } = record.charge;
    await this.take(tx, record, 'pay', totalAmountCents, capturedAt, { ...change, authorizedAt });
  }

  /**
   * Takes an authorised amount, in whole or in part; the rest is released.
   * @param at when, as the provider tells it
   */
  async capture(tx: Tx, record: ChargeRecord, amountCents: number, at?: Date): Promise<void> {
    await this.take(tx, record, 'capture', amountCents, this.moment(record, at), {});
  }

  async decline(
    tx: Tx,
    record: ChargeRecord,
    failure: { readonly code: string; readonly message: string; readonly retryable: boolean },
  ): Promise<void> {
    await this.transition(tx, record, 'decline', {
      failureCode: failure.code,
      failureMessage: failure.message,
      failureRetryable: failure.retryable,
    });
  }

  /** Nobody paid in time. Many end at the same moment: all of them in as many statements as one. */
  async expire(tx: Tx, records: readonly ChargeRecord[]): Promise<void> {
    const history = records.map((record) => this.enter(record, 'expire', {}));
    const charges = records.map(({ charge }) => charge);
    await ahead(tx, () => this.repository.updateStatus(tx, charges));
    await this.outbox.append(
      tx,
      ...records.map((record) => chargeEvent(EVENT_OF_STATUS.expired, record, null)),
    );
    await ahead(tx, () => this.repository.insertHistory(tx, history));
  }

  async void(tx: Tx, record: ChargeRecord): Promise<void> {
    await this.transition(tx, record, 'void', {});
  }

  /** The payer disputes the payment, whatever was given back of it before. */
  async chargeBack(tx: Tx, record: ChargeRecord): Promise<void> {
    await this.transition(tx, record, 'charge_back', {});
    this.incidents.note(tx, record.charge, 'chargeback');
  }

  /** The dispute was won: the charge is what its refunds made of it, those that settled meanwhile too. */
  async reverseChargeback(tx: Tx, record: ChargeRecord): Promise<void> {
    const { amountCapturedCents, amountRefundedCents } = record.charge;
    const part = amountRefundedCents < amountCapturedCents ? 'reverse_part' : 'reverse_rest';
    await this.transition(tx, record, amountRefundedCents === 0 ? 'reverse' : part, {});
  }

  /** Sets an amount aside for a refund that the provider has not carried out yet. Nothing the API shows changes. */
  async reserveRefund(tx: Tx, record: ChargeRecord, refund: RefundRecord): Promise<void> {
    record.charge.amountRefundReservedCents += refund.refund.amountCents;
    addToSplits(record, refund, (split, cents) => (split.reservedCents += cents));
    await ahead(tx, () => this.repository.update(tx, record));
  }

  /** The provider gave the money back: what was reserved is refunded. `pending` are the refunds that have no outcome yet. */
  async settleRefund(
    tx: Tx,
    record: ChargeRecord,
    refund: RefundRecord,
    pending: readonly RefundRecord[],
  ): Promise<void> {
    const { charge } = record;
    const amountRefundedCents = charge.amountRefundedCents + refund.refund.amountCents;
    const trigger = amountRefundedCents === charge.amountCapturedCents ? 'refund_rest' : 'refund_part';
    addToSplits(record, refund, (split, cents) => (split.refundedCents += cents));
    reserve(record, pending);
    const change = { amountRefundedCents, refundedAt: this.clock.now() };
    if (chargeTransitions.allows(charge.status, trigger)) {
      await this.transition(tx, record, trigger, change, refund);
      return;
    }
    // Disputed since it was asked for: the status stays, the event says what was given back all the same.
    this.write(record, change);
    const event = trigger === 'refund_rest' ? EVENT_OF_STATUS.refunded : EVENT_OF_STATUS.partially_refunded;
    await this.save(tx, record, event, refund);
  }

  /** The provider refused: the amount is free again, and the status stays. `pending` as with settleRefund. */
  async failRefund(
    tx: Tx,
    record: ChargeRecord,
    refund: RefundRecord,
    pending: readonly RefundRecord[],
  ): Promise<void> {
    record.charge.amountRefundReservedCents -= refund.refund.amountCents;
    reserve(record, pending);
    this.write(record, {});
    await this.save(tx, record, CHARGE_EVENTS['charge.refund_failed'], refund);
  }

  /** A payment that was not taken could not be given back. The charge is as it was; somebody has to look at it. */
  async failReturn(tx: Tx, record: ChargeRecord): Promise<void> {
    this.write(record, { attention: 'return_failed' });
    await this.save(tx, record, CHARGE_EVENTS['charge.return_failed'], null);
    this.incidents.note(tx, record.charge, 'return_failed');
  }

  /** The provider does not let go of an authorisation that lapsed: noted once, and it is not asked again. */
  async refuseVoid(tx: Tx, record: ChargeRecord): Promise<void> {
    this.write(record, { attention: 'void_refused' });
    await ahead(tx, () => this.repository.update(tx, record));
    this.incidents.note(tx, record.charge, 'void_refused');
  }

  private async take(
    tx: Tx,
    record: ChargeRecord,
    trigger: 'pay' | 'capture',
    amountCents: number,
    capturedAt: Date,
    change: ChargeChange,
  ): Promise<void> {
    const movements = splitCapture(amountCents, record.splits);
    record.splits.forEach((split) => (split.capturedCents = centsOf(movements, split.recipientId)));
    const { charge, splits } = record;
    const quote = await this.money.quote(pricedCharge(charge), splits, capturedAt, tx);
    splits.forEach((split, index) => (split.feeCents = quote.feesCents[index] ?? 0));
    await this.transition(tx, record, trigger, {
      ...change,
      amountCapturedCents: amountCents,
      feeCents: quote.feesCents.reduce((total, cents) => total + cents, 0),
      capturedAt,
    });
    const provider = await this.accounts.nameOfProvider(charge.providerAccountId, tx);
    const captured = { ...pricedCharge(charge), id: charge.id, provider, capturedAt };
    await this.money.captured(tx, { ...captured, recordedAt: charge.updatedAt }, splits, quote);
  }

  private moment({ charge }: ChargeRecord, reported: Date | undefined): Date {
    return reportedMoment(reported, {
      since: charge.authorizedAt ?? charge.createdAt,
      now: this.clock.now(),
    });
  }

  private async transition(
    tx: Tx,
    record: ChargeRecord,
    trigger: ChargeTrigger,
    change: ChargeChange,
    refund: RefundRecord | null = null,
  ): Promise<void> {
    const { charge } = record;
    const entry = this.enter(record, trigger, change);
    await this.save(tx, record, eventOfChange(trigger, charge.status), refund, [entry]);
    // Only the first outcome of a card is waited for; NOTIFY queues commits behind one lock, so nothing else sends one.
    if (entry.fromStatus === 'pending' && isCardMethod(charge.paymentMethod)) {
      await this.repository.notifyOutcome(tx, charge.id);
    }
  }

  /** Changes the record alone; answers what its history is to say. */
  private enter(record: ChargeRecord, trigger: ChargeTrigger, change: ChargeChange): ChargeHistoryEntry {
    const { charge } = record;
    const fromStatus = charge.status;
    charge.status = chargeTransitions.next(fromStatus, trigger);
    this.write(record, change);
    const { merchantId, id: chargeId, version, status: toStatus, updatedAt: at } = charge;
    return { merchantId, chargeId, version, fromStatus, toStatus, trigger, at };
  }

  private write({ charge }: ChargeRecord, change: ChargeChange): void {
    Object.assign(charge, change);
    charge.version += 1;
    charge.updatedAt = this.clock.now();
  }

  private async save(
    tx: Tx,
    record: ChargeRecord,
    event: DeclaredEvent,
    refund: RefundRecord | null,
    history: readonly ChargeHistoryEntry[] = [],
  ): Promise<void> {
    const events = [this.outbox.row(chargeEvent(event, record, refund))];
    await ahead(tx, () => this.repository.update(tx, record, history, events));
    this.outbox.announce(tx);
  }
}

/** A charge as its price hangs on it. */
export function pricedCharge(charge: Charge): PricedCharge {
  const { merchantId, livemode, paymentMethod, paymentDetails, createdAt } = charge;
  const brand = 'brand' in paymentDetails ? paymentDetails.brand : null;
  return { merchantId, livemode, paymentMethod, brand, installments: charge.installments ?? 1, createdAt };
}

function addToSplits(
  { splits }: ChargeRecord,
  refund: RefundRecord,
  add: (split: ChargeRecord['splits'][number], cents: number) => void,
): void {
  for (const split of splits) add(split, centsOf(refund.splits, split.recipientId));
}

/** What no refund may touch any more: given back, or on the way to be. */
function reserve({ splits }: ChargeRecord, pending: readonly RefundRecord[]): void {
  for (const split of splits) {
    split.reservedCents = pending.reduce(
      (cents, refund) => cents + centsOf(refund.splits, split.recipientId),
      split.refundedCents,
    );
  }
}
