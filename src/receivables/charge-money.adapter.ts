import { Injectable } from '@nestjs/common';
import {
  type Captured,
  type CapturedPart,
  ChargeMoney,
  type HeldRefund,
  type NewHold,
  type RefundMovement,
  type PricedCharge,
  type Quote,
  type QuotedCapture,
  type RefundedShare,
  type TakenFrom,
} from '../charges';
import { IdGenerator } from '../common';
import { BankCalendar, localDay } from '../common/calendar';
import { ahead, type Reading, together, type Tx } from '../database';
import { LedgerService, type NewTransaction } from '../ledger';
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
import { RefundHoldsService } from './refunds/refund-holds.service';
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
    private readonly holds: RefundHoldsService,
    private readonly ledger: LedgerService,
    private readonly debts: WalletDebtService,
    private readonly ids: IdGenerator,
  ) {
    super();
  }

  async quote(capture: QuotedCapture, reading?: Reading): Promise<Quote> {
    const [quote] = await this.quoteEach([capture], reading);
    if (quote === undefined) throw new Error('each capture has its quote');
    return quote;
  }

  async quoteEach(captures: readonly QuotedCapture[], reading?: Reading): Promise<Quote[]> {
    const { termsOf, calendar } = await this.termsAndCalendar(captures, reading);
    return captures.map((capture) => quoteOf(capture, termsOf(capture), calendar));
  }

  async captured(tx: Tx, captures: readonly Captured[]): Promise<void> {
    const written = captures.map(({ charge, parts, quote }) =>
      capturedMoney(charge, parts, quote, () => this.ids.next()),
    );
    const postings = written.map(({ posting }) => posting);
    const receivables = written.flatMap((one) => one.receivables);
    const reserves = written.flatMap((one) => one.reserves);
    await ahead(tx, () => this.receivables.insert(tx, receivables));
    await ahead(tx, () => this.reserves.insert(tx, reserves));
    // A fee above its payers is owed from here on: rare, so the account is held to say so once.
    const owing = postings.filter(({ lines }) => lines.some(({ account }) => account.name === 'debt'));
    if (owing.length > 0 && postings.length > 1) throw new Error('after which somebody owes comes alone');
    const debts = await this.lockDebts(tx, owing[0]);
    await this.ledger.post(tx, postings);
    for (const { merchantId } of owing) await this.debts.noteOpened(tx, merchantId, debts);
  }

  holdRefund(
    tx: Tx,
    refund: RefundMovement,
    shares: readonly RefundedShare[],
  ): Promise<readonly TakenFrom[]> {
    return this.refunds.hold(tx, refund, shares);
  }

  holdRefunds(tx: Tx, refunds: readonly NewHold[]): Promise<(readonly TakenFrom[] | null)[]> {
    return this.holds.hold(tx, refunds);
  }

  settleRefunds(tx: Tx, refunds: readonly HeldRefund[]): Promise<void> {
    return this.refunds.settle(tx, refunds);
  }

  releaseRefund(tx: Tx, refund: RefundMovement, taken: readonly TakenFrom[]): Promise<void> {
    return this.refunds.release(tx, refund, taken);
  }

  /** What is owed before a posting by those who come to owe by it, by their wallets. */
  private async lockDebts(tx: Tx, posting: NewTransaction | undefined): Promise<ReadonlyMap<string, number>> {
    if (posting === undefined) return new Map();
    const accounts = posting.lines.flatMap(({ account }) => (account.name === 'debt' ? [account] : []));
    const before = await this.ledger.lock(tx, posting.merchantId, accounts);
    return new Map(accounts.map(({ walletId }, index) => [walletId, before[index] ?? 0]));
  }

  /** What settles at once, as a pix mostly does, asks no calendar; for the others it comes with the terms. */
  private async termsAndCalendar(
    captures: readonly QuotedCapture[],
    reading?: Reading,
  ): Promise<{ termsOf: (capture: QuotedCapture) => readonly Term[]; calendar: BankCalendar }> {
    const inForce = async (): Promise<(capture: QuotedCapture) => readonly Term[]> => {
      const asked = captures.map(({ charge: { merchantId, livemode, createdAt: at } }) => {
        return { merchantId, mode: livemode ? ('live' as const) : ('test' as const), at };
      });
      const terms = await this.terms.listEachInForce(asked, reading);
      return (capture) => terms[captures.indexOf(capture)] ?? [];
    };
    if (reading !== undefined && captures.some(({ charge }) => charge.paymentMethod !== 'pix')) {
      const [termsOf, calendar] = await together(reading, [inForce, () => this.calendar.get(reading)]);
      return { termsOf, calendar };
    }
    const termsOf = await inForce();
    const settleAtOnce = captures.every((capture) => settlesAtOnce(capture, termsOf(capture)));
    return { termsOf, calendar: settleAtOnce ? new BankCalendar() : await this.calendar.get(reading) };
  }
}

function settlesAtOnce({ charge }: QuotedCapture, terms: readonly Term[]): boolean {
  const { days, unit } = getSettlementTerm(terms, charge.paymentMethod).conditions;
  return days === 0 && unit === 'calendar' && charge.installments === 1;
}

function quoteOf(
  { charge, parts, capturedAt }: QuotedCapture,
  terms: readonly Term[],
  calendar: BankCalendar,
): Quote {
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

function feesBy(terms: readonly Term[], charge: PricedCharge, parts: readonly CapturedPart[]): number[] {
  const capturedCents = parts.reduce((total, part) => total + part.capturedCents, 0);
  const term = findProcessingTerm(terms, charge);
  return divideFee(feeOf(term?.conditions ?? null, capturedCents), parts);
}
