import { Injectable } from '@nestjs/common';
import { type PastCharge, PastChargesService } from '../charges';
import { Clock } from '../common';
import { type BankCalendar, localDay } from '../common/calendar';
import type { Tx } from '../database';
import { type PastChargeback, PastDisputesService } from '../disputes';
import { LedgerReader, LedgerService, walletAccount } from '../ledger';
import { type PastMoney, PastMoneyService, PastPurses } from '../receivables';
import { BankCalendarReader } from '../terms';
import { WalletDebtService } from '../wallets';
import { pastSteps } from './past-play.rules';

/** Accounts of a wallet that something of before may take from. */
const TAKEN_FROM = ['available', 'debt', 'waiting_funds', 'in_transit'] as const;

/**
 * Posts charges of before, each whole and once: capture, refunds, chargeback, and what was due of it until today (money contract §20,
 * Existing data). Locks: charges, then accounts.
 */
@Injectable()
export class PastBooksService {
  constructor(
    private readonly charges: PastChargesService,
    private readonly money: PastMoneyService,
    private readonly disputes: PastDisputesService,
    private readonly calendar: BankCalendarReader,
    private readonly debts: WalletDebtService,
    private readonly ledger: LedgerService,
    private readonly books: LedgerReader,
    private readonly clock: Clock,
  ) {}

  /** Which of a merchant's charges are not in the book. */
  async listUnposted(merchantId: string, chargeIds: readonly string[], on?: Tx): Promise<string[]> {
    const posted = await this.books.listPosted(merchantId, chargeIds.map(capturedReference), on);
    return chargeIds.filter((id) => !posted.has(capturedReference(id)));
  }

  /** Posts locked charges; answers how many of them were not yet. */
  async post(tx: Tx, merchantId: string, chargeIds: readonly string[]): Promise<number> {
    const unposted = await this.listUnposted(merchantId, chargeIds, tx);
    if (unposted.length === 0) return 0;
    const all = await this.charges.list(tx, merchantId, unposted);
    const calendar = await this.calendar.get(tx);
    const now = this.clock.now();
    const { available, debts } = await this.lockWallets(tx, merchantId, all);
    const played = all.map((past) => this.play(past, calendar, available, localDay(now)));
    const postings = await this.money.write(
      tx,
      played.map(({ money }) => money),
      now,
    );
    for (const { money } of played) await this.charges.writeSources(tx, merchantId, money.taken);
    await this.disputes.write(
      tx,
      played.flatMap(({ chargeback }) => chargeback ?? []),
    );
    await this.ledger.post(
      tx,
      postings.map(({ posting }) => posting),
    );
    await this.debts.noteOpened(tx, merchantId, debts);
    return all.length;
  }

  /** Nobody takes anything out of these wallets until the end. */
  private async lockWallets(
    tx: Tx,
    merchantId: string,
    all: readonly PastCharge[],
  ): Promise<{ available: Map<string, number>; debts: ReadonlyMap<string, number> }> {
    const wallets = [...new Set(all.flatMap(({ parts }) => parts.map(({ recipientId }) => recipientId)))];
    const accounts = wallets.flatMap((id) => TAKEN_FROM.map((name) => walletAccount(id, name)));
    const held = await this.ledger.lock(tx, merchantId, accounts);
    const of = (place: number): Map<string, number> =>
      new Map(wallets.map((id, index) => [id, held[index * TAKEN_FROM.length + place] ?? 0]));
    return { available: of(0), debts: of(1) };
  }

  private play(
    past: PastCharge,
    calendar: BankCalendar,
    available: Map<string, number>,
    today: string,
  ): { readonly money: PastMoney; readonly chargeback: PastChargeback | null } {
    const purses = new PastPurses(available);
    const money = this.money.begin(past, calendar, purses);
    let chargeback: PastChargeback | null = null;
    for (const step of pastSteps(past)) {
      money.settleUntil(localDay(step.at));
      if (step.kind === 'charged_back') {
        chargeback = this.disputes.play(past, step.at, money, purses);
        if (chargeback.posting !== null) money.postings.push({ at: step.at, posting: chargeback.posting });
        continue;
      }
      const refund = past.refunds[step.refund];
      if (refund === undefined) throw new Error('a step is of a refund of its charge');
      if (step.kind === 'held') money.hold({ ...refund.refund, at: step.at }, refund.shares);
      else if (step.kind === 'settled') money.settleRefund(refund.refund, step.at);
      else money.releaseRefund(refund.refund, step.at);
    }
    money.settleUntil(today);
    return { money, chargeback };
  }
}

function capturedReference(chargeId: string): string {
  return `charge:${chargeId}:captured`;
}
