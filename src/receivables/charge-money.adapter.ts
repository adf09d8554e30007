import { Injectable } from '@nestjs/common';
import {
  type CapturedCharge,
  type CapturedPart,
  ChargeMoney,
  type RefundMovement,
  type PricedCharge,
  type Quote,
  type RefundedShare,
  type TakenFrom,
} from '../charges';
import { IdGenerator } from '../common';
import { BankCalendar, localDay } from '../common/calendar';
import { ahead, type Reading, together, type Tx } from '../database';
import { LedgerService } from '../ledger';
import {
  BankCalendarReader,
  findProcessingTerm,
  findReserveTerm,
  getSettlementTerm,
  type Term,
  TermsReader,
} from '../terms';
import { WalletDebtService } from '../wallets';
import { capturedMoney } from './capture/captured-money';
import { dueDatesOf } from './capture/due-date.rules';
import { divideFee, feeOf, instalmentsOf } from './capture/price.rules';
import { ReceivableRepository } from './receivable.repository';
import { RefundMoneyService } from './refunds/refund-money.service';
import { ReserveRepository } from './reserves/reserve.repository';

/** What charges cost and when they are paid out, by the terms in force when each was made. */
@Injectable()
export class ChargeMoneyAdapter extends ChargeMoney {
  constructor(
    private readonly terms: TermsReader,
    private readonly calendar: BankCalendarReader,
    private readonly receivables: ReceivableRepository,
    private readonly reserves: ReserveRepository,
    private readonly refunds: RefundMoneyService,
    private readonly ledger: LedgerService,
    private readonly debts: WalletDebtService,
    private readonly ids: IdGenerator,
  ) {
    super();
  }

  async quote(
    charge: PricedCharge,
    parts: readonly CapturedPart[],
    capturedAt: Date,
    reading?: Reading,
  ): Promise<Quote> {
    const { terms, calendar } = await this.termsAndCalendar(charge, reading);
    const { conditions } = getSettlementTerm(terms, charge.paymentMethod);
    const dueDates = dueDatesOf(conditions, localDay(capturedAt), charge.installments, calendar);
    const feesCents = feesBy(terms, charge, parts);
    const reserve = findReserveTerm(terms, charge.paymentMethod)?.conditions;
    return {
      feesCents,
      receivables: parts.flatMap((part, index) => instalmentsOf(part, feesCents[index] ?? 0, dueDates)),
      reserve: { percentagePpm: reserve?.percentage_ppm ?? 0, days: reserve?.days ?? 0 },
    };
  }

  async captured(
    tx: Tx,
    charge: CapturedCharge,
    parts: readonly CapturedPart[],
    quote: Quote,
  ): Promise<void> {
    const money = capturedMoney(charge, parts, quote, () => this.ids.next());
    await ahead(tx, () => this.receivables.insert(tx, money.receivables));
    await ahead(tx, () => this.reserves.insert(tx, money.reserves));
    // A fee above its payers is owed from here on: rare, so the account is held to say so once.
    const owing = money.posting.lines.filter(({ account }) => account.name === 'debt');
    const accounts = owing.map(({ account }) => account);
    const before = owing.length === 0 ? [] : await this.ledger.lock(tx, charge.merchantId, accounts);
    await this.ledger.post(tx, [money.posting]);
    const debts = new Map(accounts.map(({ walletId }, index) => [walletId ?? '', before[index] ?? 0]));
    await this.debts.noteOpened(tx, charge.merchantId, debts);
  }

  holdRefund(
    tx: Tx,
    refund: RefundMovement,
    shares: readonly RefundedShare[],
  ): Promise<readonly TakenFrom[]> {
    return this.refunds.hold(tx, refund, shares);
  }

  settleRefund(tx: Tx, refund: RefundMovement, taken: readonly TakenFrom[]): Promise<void> {
    return this.refunds.settle(tx, refund, taken);
  }

  releaseRefund(tx: Tx, refund: RefundMovement, taken: readonly TakenFrom[]): Promise<void> {
    return this.refunds.release(tx, refund, taken);
  }

  /** What settles at once, as a pix mostly does, asks no calendar; for the others it comes with the terms. */
  private async termsAndCalendar(
    charge: PricedCharge,
    reading?: Reading,
  ): Promise<{ terms: readonly Term[]; calendar: BankCalendar }> {
    if (reading !== undefined && charge.paymentMethod !== 'pix') {
      const [terms, calendar] = await together(reading, [
        () => this.termsOf(charge, reading),
        () => this.calendar.get(reading),
      ]);
      return { terms, calendar };
    }
    const terms = await this.termsOf(charge, reading);
    const { conditions } = getSettlementTerm(terms, charge.paymentMethod);
    const settlesAtOnce =
      conditions.days === 0 && conditions.unit === 'calendar' && charge.installments === 1;
    return { terms, calendar: settlesAtOnce ? new BankCalendar() : await this.calendar.get(reading) };
  }

  private termsOf(
    { merchantId, livemode, createdAt }: PricedCharge,
    reading?: Reading,
  ): Promise<readonly Term[]> {
    return this.terms.listInForce({ merchantId, mode: livemode ? 'live' : 'test' }, createdAt, reading);
  }
}

function feesBy(terms: readonly Term[], charge: PricedCharge, parts: readonly CapturedPart[]): number[] {
  const capturedCents = parts.reduce((total, part) => total + part.capturedCents, 0);
  const term = findProcessingTerm(terms, charge);
  return divideFee(feeOf(term?.conditions ?? null, capturedCents), parts);
}
