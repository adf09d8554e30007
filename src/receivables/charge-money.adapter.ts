import { Injectable } from '@nestjs/common';
import { type CapturedPart, ChargeMoney, type PricedCharge, type Quote } from '../charges';
import { localDay } from '../common/calendar';
import type { Reading } from '../database';
import { BankCalendarReader, findProcessingTerm, getSettlementTerm, type Term, TermsReader } from '../terms';
import { dueDatesOf } from './due-date.rules';
import { divideFee, feeOf, instalmentsOf } from './price.rules';

/** What charges cost and when they are paid out, by the terms in force when each was made. */
@Injectable()
export class ChargeMoneyAdapter extends ChargeMoney {
  constructor(
    private readonly terms: TermsReader,
    private readonly calendar: BankCalendarReader,
  ) {
    super();
  }

  async fees(
    charge: PricedCharge,
    parts: readonly CapturedPart[],
    reading: Reading,
  ): Promise<readonly number[]> {
    return feesBy(await this.termsOf(charge, reading), charge, parts);
  }

  async quote(charge: PricedCharge, parts: readonly CapturedPart[], capturedAt: Date): Promise<Quote> {
    const [terms, calendar] = await Promise.all([this.termsOf(charge), this.calendar.get()]);
    const feesCents = feesBy(terms, charge, parts);
    const { conditions } = getSettlementTerm(terms, charge.paymentMethod);
    const dueDates = dueDatesOf(conditions, localDay(capturedAt), charge.installments, calendar);
    return {
      feesCents,
      receivables: parts.flatMap((part, index) => instalmentsOf(part, feesCents[index] ?? 0, dueDates)),
    };
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
