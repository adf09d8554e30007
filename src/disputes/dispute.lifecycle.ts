import { Injectable, Logger } from '@nestjs/common';
import { type DisputedCharge, DisputedChargesService, type RefundMovement, type TakenFrom } from '../charges';
import { Clock, IdGenerator } from '../common';
import { Outbox } from '../common/outbox';
import { logAfterCommit, type Tx } from '../database';
import { type DisputeNotification, ProviderAccountsService, reportedMoment } from '../providers';
import { findDisputeTerm, TermsReader } from '../terms';
import type { DisputeSource } from './dispute-source.entity';
import type { Dispute } from './dispute.entity';
import { disputeEvent } from './dispute.events';
import { type DisputeRecord, DisputeRepository } from './dispute.repository';
import { disputeTransitions, type DisputeTrigger } from './dispute.transitions';
import { type Growth, planGrowth } from './growth/growth';
import { type Grown, GrowthMoneyService } from './growth/growth-money.service';
import { growthsOf, standingCents } from './growth/growth.rules';
import { divideAmong } from './money/bearers.rules';
import { DisputeMoneyService } from './money/dispute-money.service';
import type { DisputeMovement } from './money/dispute-posting.rules';
import type { DrawnFrom } from './money/dispute-sources.rules';

type Opened = Extract<DisputeNotification, { kind: 'dispute_opened' }>;

/** How a dispute was lost: accepted by its merchant or decided, what its provider takes, and when, as that tells it. */
interface Lost {
  readonly on: 'accept' | 'lose';
  readonly amountCents: number;
  readonly at?: Date | undefined;
}

/** Every change of a dispute goes through here, while its charge is locked: status, money, event and what it means to the charge. */
@Injectable()
export class DisputeLifecycle {
  private readonly logger = new Logger(DisputeLifecycle.name);

  constructor(
    private readonly disputes: DisputeRepository,
    private readonly charges: DisputedChargesService,
    private readonly money: DisputeMoneyService,
    private readonly growth: GrowthMoneyService,
    private readonly accounts: ProviderAccountsService,
    private readonly terms: TermsReader,
    private readonly outbox: Outbox,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** A provider opened it. A chargeback is debited now, of the return of a pix what is there is blocked. */
  async open(tx: Tx, charge: DisputedCharge, reported: Opened): Promise<void> {
    const dispute = await this.newDispute(tx, charge, reported);
    const movement = await this.movement(
      tx,
      charge,
      dispute,
      reportedMoment(reported.at, { since: charge.capturedAt, now: dispute.openedAt }),
    );
    const amounts = divideAmong(charge.parts, dispute.amountCents);
    const fees = divideAmong(charge.parts, dispute.feeCents);
    const isDebited = dispute.kind === 'chargeback';
    const { drawn, blockedCents } = await (isDebited
      ? this.money.debit(tx, movement, amounts, fees)
      : this.money.block(tx, movement, amounts, fees));
    dispute.debitedCents = isDebited ? dispute.amountCents : 0;
    dispute.blockedCents = blockedCents.reduce((total, cents) => total + cents, 0);
    const bearers = amounts.map(({ walletId, amountCents }, position) => ({
      ...{ merchantId: dispute.merchantId, disputeId: dispute.id, position, walletId, amountCents },
      ...{ feeCents: fees[position]?.amountCents ?? 0, blockedCents: blockedCents[position] ?? 0 },
    }));
    const record = { dispute, bearers, sources: sourcesOf(dispute, drawn, 0) };
    await this.disputes.insert(tx, record);
    await this.outbox.append(tx, disputeEvent(record));
    if (isDebited) await this.charges.chargeBack(tx, charge);
  }

  /** The provider took what speaks against it. */
  async contest(tx: Tx, record: DisputeRecord): Promise<void> {
    await this.change(tx, record, 'contest');
  }

  /** Decided for the merchant: all that was taken is back, but for the fee. */
  async win(tx: Tx, charge: DisputedCharge, record: DisputeRecord, at?: Date): Promise<void> {
    const { dispute, bearers, sources } = record;
    const wasDebited = isDebited(dispute);
    const movement = await this.movement(tx, charge, dispute, this.decidedAt(dispute, at));
    if (wasDebited) await this.giveBack(tx, movement, sources);
    else await this.money.release(tx, movement, bearers);
    dispute.blockedCents = 0;
    dispute.debitedCents = 0;
    await this.change(tx, record, 'win');
    if (!wasDebited || (await this.othersOf(tx, dispute)).some(isDebited)) return;
    await this.charges.reverseChargeback(tx, charge);
  }

  /**
   * Decided for the payer, or accepted. Of the return of a pix the provider's amount is debited now, up to what is left of the
   * capture; a chargeback was debited before.
   */
  async lose(
    tx: Tx,
    charge: DisputedCharge,
    record: DisputeRecord,
    { on, amountCents: cents, at }: Lost,
  ): Promise<void> {
    const { dispute, bearers, sources } = record;
    if (on === 'lose') dispute.reportedCents = cents;
    // It was opened when others had taken what there was, and those were won since: reconciliation shows what is missing.
    if (dispute.kind === 'chargeback' && cents > dispute.debitedCents)
      this.warn(tx, dispute, `${cents} cents were taken, and ${dispute.debitedCents} were debited for it`);
    if (dispute.kind === 'pix_return') {
      const taken = Math.min(cents, charge.leftCents - standingCents(await this.othersOf(tx, dispute)));
      if (taken < cents)
        this.warn(tx, dispute, `${cents} cents were taken, and ${taken} are left of its charge`);
      const amounts = divideAmong(charge.parts, Math.max(0, taken));
      const movement = await this.movement(tx, charge, dispute, this.decidedAt(dispute, at));
      const drawn = await this.money.debitBlocked(tx, movement, bearers, amounts);
      const added = sourcesOf(dispute, drawn, sources.length);
      await this.disputes.insertSources(tx, added);
      sources.push(...added);
      dispute.blockedCents = 0;
      dispute.debitedCents = Math.max(0, taken);
    }
    await this.change(tx, record, on);
    if (dispute.kind === 'pix_return') await this.charges.chargeBack(tx, charge);
  }

  /**
   * A refund failed that counted as given back when disputes were opened, or lost: what it had reserved is theirs. It is released with
   * that; false when none of them takes anything, and nothing was done.
   */
  async grow(
    tx: Tx,
    charge: DisputedCharge,
    refund: RefundMovement,
    taken: readonly TakenFrom[],
  ): Promise<boolean> {
    const records = await this.disputes.lockOfCharge(tx, charge.merchantId, charge.id);
    const cents = growthsOf(
      records.map(({ dispute }) => dispute),
      charge.leftCents,
      taken.reduce((total, { amountCents }) => total + amountCents, 0),
    );
    const growths = records.flatMap((record, index) => {
      const more = cents[index] ?? 0;
      return more === 0 ? [] : [planGrowth(charge.parts, record, more)];
    });
    if (growths.length === 0) return false;
    const grown = await this.growth.release(tx, refund, taken, growths);
    for (const [index, growth] of growths.entries()) await this.enlarge(tx, growth, grown[index]);
    return true;
  }

  /** Its status stays; version and event tell of it. */
  private async enlarge(
    tx: Tx,
    { record, cents, borne, isBlocked }: Growth,
    { drawn, blockedCents }: Grown = { drawn: [], blockedCents: [] },
  ): Promise<void> {
    const { dispute, bearers, sources } = record;
    bearers.forEach((bearer) => {
      const place = borne.findIndex(({ walletId }) => walletId === bearer.walletId);
      bearer.amountCents += borne[place]?.amountCents ?? 0;
      bearer.blockedCents += isBlocked ? (blockedCents[place] ?? 0) : 0;
    });
    await this.disputes.updateBearers(tx, bearers);
    const added = sourcesOf(dispute, drawn, sources.length);
    await this.disputes.insertSources(tx, added);
    sources.push(...added);
    dispute.amountCents = bearers.reduce((total, { amountCents }) => total + amountCents, 0);
    if (isBlocked) dispute.blockedCents = bearers.reduce((total, bearer) => total + bearer.blockedCents, 0);
    else dispute.debitedCents += cents;
    await this.change(tx, record, null);
  }

  private async newDispute(tx: Tx, charge: DisputedCharge, reported: Opened): Promise<Dispute> {
    const { merchantId, id: chargeId, livemode, providerAccountId } = charge;
    const now = this.clock.now();
    const others = await this.disputes.listOfCharge(tx, merchantId, chargeId);
    const terms = await this.terms.listInForce({ merchantId, mode: livemode ? 'live' : 'test' }, now, tx);
    return {
      ...{ merchantId, id: this.ids.next(), chargeId, providerAccountId },
      ...{ providerDisputeId: reported.disputeId, kind: reported.dispute },
      status: disputeTransitions.next(null, 'open'),
      amountCents: Math.max(0, charge.leftCents - standingCents(others)),
      reportedCents: reported.amountCents,
      feeCents: findDisputeTerm(terms, reported.dispute)?.conditions.fixed_cents ?? 0,
      ...{ blockedCents: 0, debitedCents: 0, reason: reported.reason, statement: null, evidence: [] },
      ...{ respondBy: reported.respondBy, openedAt: now, closedAt: null, updatedAt: now, version: 1 },
    };
  }

  private async giveBack(
    tx: Tx,
    movement: DisputeMovement,
    sources: readonly DisputeSource[],
  ): Promise<void> {
    const amounts = sources.filter(({ isFee }) => !isFee);
    const places = await this.money.giveBack(tx, movement, amounts);
    amounts.forEach((source, index) => (source.returnedTo = places[index] ?? 'available'));
    await this.disputes.updateReturned(tx, amounts);
  }

  private async othersOf(tx: Tx, { merchantId, chargeId, id }: Dispute): Promise<Dispute[]> {
    const all = await this.disputes.listOfCharge(tx, merchantId, chargeId);
    return all.filter((other) => other.id !== id);
  }

  private decidedAt({ openedAt: since }: Dispute, reported: Date | undefined): Date {
    return reportedMoment(reported, { since, now: this.clock.now() });
  }

  private async movement(
    tx: Tx,
    charge: DisputedCharge,
    dispute: Dispute,
    at: Date,
  ): Promise<DisputeMovement> {
    const { merchantId, id: chargeId, providerAccountId } = charge;
    const provider = await this.accounts.nameOfProvider(providerAccountId, tx);
    return { merchantId, chargeId, id: dispute.id, provider, at, recordedAt: this.clock.now() };
  }

  /** Without a trigger its status stays. */
  private async change(tx: Tx, record: DisputeRecord, trigger: DisputeTrigger | null): Promise<void> {
    const { dispute } = record;
    if (trigger !== null) dispute.status = disputeTransitions.next(dispute.status, trigger);
    dispute.updatedAt = this.clock.now();
    dispute.version += 1;
    if (dispute.status === 'won' || dispute.status === 'lost') dispute.closedAt ??= dispute.updatedAt;
    await this.disputes.update(tx, dispute);
    await this.outbox.append(tx, disputeEvent(record));
  }

  private warn(tx: Tx, { id }: Dispute, what: string): void {
    logAfterCommit(tx, this.logger, 'warn', `dispute ${id}: ${what}`);
  }
}

/** Whether the money of its charge is with the payer: the charge is a chargeback as long as one of its disputes is so. */
function isDebited({ kind, status }: Dispute): boolean {
  return kind === 'chargeback' ? status !== 'won' : status === 'lost';
}

function sourcesOf(
  { merchantId, id: disputeId }: Dispute,
  drawn: readonly DrawnFrom[],
  from: number,
): DisputeSource[] {
  return drawn.map((one, index) => ({
    ...one,
    ...{ merchantId, disputeId, position: from + index, returnedTo: null },
  }));
}
