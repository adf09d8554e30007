import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../common';
import type { DeclaredEvent } from '../common/events';
import { isCardMethod } from '../common/money';
import { Outbox, type OutboxRow } from '../common/outbox';
import { ahead, type Tx } from '../database';
import { ProviderAccountsService, reportedMoment } from '../providers';
import { ChargeMoney } from './charge-money.port';
import { ChargeIncidentsService } from './calls/charge-incidents.service';
import {
  divideTaking,
  leavesDebt,
  type NewCapture,
  type PricedTaking,
  take,
  type Taken,
  type Taking,
} from './changes/taking';
import { addToSplits, type ChargeChange, enter, reserve, write } from './changes/charge.changes';
import { giveBack, type Refunded, type Refunding } from './changes/refunding';
import type { ChargeHistoryEntry } from './charge-history.entity';
import { CHARGE_EVENTS, chargeEvent, EVENT_OF_STATUS, eventOfChange } from './charge.events';
import { ChargeRepository, type ChargeRecord } from './charge.repository';
import type { ChargeTrigger } from './charge.transitions';
import type { RefundRecord } from './refund/refund.repository';

/** An authorisation that nobody captures is voided by itself (contract §6). */
const AUTHORIZATION_DAYS = 7;

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
    const { totalAmountCents: amountCents } = record.charge;
    await this.take(tx, {
      ...{ record, trigger: 'pay', amountCents, capturedAt },
      change: { ...change, authorizedAt },
    });
  }

  /** Takes an authorised amount, in whole or in part; the rest is released. */
  async capture(tx: Tx, capture: NewCapture): Promise<void> {
    await this.take(tx, this.capturing(capture));
  }

  /**
   * Reads what many captures need; answers what makes each, for `saveTaken`. Null for one after which somebody owes: that locks
   * accounts, and is written alone.
   */
  async prepareCaptures(tx: Tx, captures: readonly NewCapture[]): Promise<((() => Taken) | null)[]> {
    const priced = await this.price(
      tx,
      captures.map((capture) => this.capturing(capture)),
    );
    return priced.map((one) => (leavesDebt(one) ? null : () => this.taken(one)));
  }

  /** Writes what was taken of many in as many statements as of one. */
  async saveTaken(tx: Tx, taken: readonly Taken[]): Promise<void> {
    const [records, entries] = [taken.map(({ record }) => record), taken.map(({ entry }) => entry)];
    await this.write(
      tx,
      records,
      taken.map(({ event }) => event),
      entries,
    );
    for (const { record, entry } of taken) await this.tellWaiting(tx, record, entry);
    await this.money.captured(tx, taken);
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
    const history = records.map((record) => enter(record, 'expire', {}, this.clock.now()));
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

  /** Sets amounts aside for refunds that the provider has not carried out yet. Nothing the API shows changes. */
  async reserveRefunds(tx: Tx, refunds: readonly Omit<Refunding, 'pending'>[]): Promise<void> {
    for (const { record, refund } of refunds) {
      record.charge.amountRefundReservedCents += refund.refund.amountCents;
      addToSplits(record, refund, (split, cents) => (split.reservedCents += cents));
    }
    await ahead(tx, () =>
      this.repository.update(
        tx,
        refunds.map(({ record }) => record),
      ),
    );
  }

  /** The provider gave the money back: changes the record alone, `saveRefunded` writes it. */
  refunded(refunding: Refunding): Refunded {
    const { record, refund } = refunding;
    const { event, history } = giveBack(refunding, this.clock.now());
    return { record, history, event: this.outbox.row(chargeEvent(event, record, refund)) };
  }

  /** Writes what was given back of many in as many statements as of one. */
  async saveRefunded(tx: Tx, refunded: readonly Refunded[]): Promise<void> {
    await this.write(
      tx,
      refunded.map(({ record }) => record),
      refunded.map(({ event }) => event),
      refunded.flatMap(({ history }) => history),
    );
  }

  /** The provider refused: the amount is free again, and the status stays. `pending` are the refunds that have no outcome yet. */
  async failRefund(
    tx: Tx,
    record: ChargeRecord,
    refund: RefundRecord,
    pending: readonly RefundRecord[],
  ): Promise<void> {
    record.charge.amountRefundReservedCents -= refund.refund.amountCents;
    reserve(record, pending);
    write(record, {}, this.clock.now());
    await this.save(tx, record, CHARGE_EVENTS['charge.refund_failed'], refund);
  }

  /** A payment that was not taken could not be given back. The charge is as it was; somebody has to look at it. */
  async failReturn(tx: Tx, record: ChargeRecord): Promise<void> {
    write(record, { attention: 'return_failed' }, this.clock.now());
    await this.save(tx, record, CHARGE_EVENTS['charge.return_failed'], null);
    this.incidents.note(tx, record.charge, 'return_failed');
  }

  /** The provider does not let go of an authorisation that lapsed: noted once, and it is not asked again. */
  async refuseVoid(tx: Tx, record: ChargeRecord): Promise<void> {
    write(record, { attention: 'void_refused' }, this.clock.now());
    await ahead(tx, () => this.repository.update(tx, [record]));
    this.incidents.note(tx, record.charge, 'void_refused');
  }

  private async take(tx: Tx, taking: Taking): Promise<void> {
    const priced = await this.price(tx, [taking]);
    await this.saveTaken(
      tx,
      priced.map((one) => this.taken(one)),
    );
  }

  private async price(tx: Tx, takings: readonly Taking[]): Promise<PricedTaking[]> {
    const quotes = await this.money.quoteEach(takings.map(divideTaking), tx);
    const priced: PricedTaking[] = [];
    for (const [index, taking] of takings.entries()) {
      const quote = quotes[index];
      if (quote === undefined) throw new Error('each capture has its quote');
      const provider = await this.accounts.nameOfProvider(taking.record.charge.providerAccountId, tx);
      priced.push({ ...taking, quote, provider });
    }
    return priced;
  }

  /** Changes the record alone. */
  private taken(priced: PricedTaking): Taken {
    const written = take(priced, this.clock.now());
    const { record, trigger } = priced;
    const event = eventOfChange(trigger, record.charge.status);
    return { ...written, event: this.outbox.row(chargeEvent(event, record)) };
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
  ): Promise<void> {
    const entry = enter(record, trigger, change, this.clock.now());
    await this.save(tx, record, eventOfChange(trigger, record.charge.status), null, [entry]);
    await this.tellWaiting(tx, record, entry);
  }

  /** Only the first outcome of a card is waited for; NOTIFY queues commits behind one lock, so nothing else sends one. */
  private async tellWaiting(tx: Tx, { charge }: ChargeRecord, entry: ChargeHistoryEntry): Promise<void> {
    if (entry.fromStatus === 'pending' && isCardMethod(charge.paymentMethod))
      await this.repository.notifyOutcome(tx, charge.id);
  }

  private async save(
    tx: Tx,
    record: ChargeRecord,
    event: DeclaredEvent,
    refund: RefundRecord | null,
    history: readonly ChargeHistoryEntry[] = [],
  ): Promise<void> {
    await this.write(tx, [record], [this.outbox.row(chargeEvent(event, record, refund))], history);
  }

  private async write(
    tx: Tx,
    records: readonly ChargeRecord[],
    events: readonly OutboxRow[],
    history: readonly ChargeHistoryEntry[],
  ): Promise<void> {
    await ahead(tx, () => this.repository.update(tx, records, history, events));
    this.outbox.announce(tx);
  }

  private capturing({ record, amountCents, at }: NewCapture): Taking {
    return { record, trigger: 'capture', amountCents, capturedAt: this.moment(record, at), change: {} };
  }
}
