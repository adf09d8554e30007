import { BankCalendar } from '../../common/calendar';
import { getSettlementTerm, termsOfProduct } from '../../terms';
import { dueDatesOf } from './due-date.rules';

const calendar = new BankCalendar();
const ofProduct = (
  method: Parameters<typeof getSettlementTerm>[1],
  day: string,
  installments = 1,
): string[] =>
  dueDatesOf(getSettlementTerm(termsOfProduct('test'), method).conditions, day, installments, calendar);

describe('due dates (money contract §13)', () => {
  it('pix: the day itself, a Sunday as well', () => {
    expect(ofProduct('pix', '2026-11-22')).toEqual(['2026-11-22']);
  });

  it('debit cards: the next business day; boletos: the one after it', () => {
    expect(ofProduct('debit_card', '2026-11-19')).toEqual(['2026-11-23']);
    expect(ofProduct('boleto', '2026-11-19')).toEqual(['2026-11-24']);
  });

  it('credit cards: 30 days apart, each moved to a business day of its own', () => {
    // Counted from the capture, not from the moved date before it.
    expect(ofProduct('credit_card', '2026-11-24', 4)).toEqual([
      '2026-12-24',
      '2027-01-25',
      '2027-02-22',
      '2027-03-24',
    ]);
  });

  it('in business days', () => {
    const days = { days: 2, unit: 'business', interval_days: 5 } as const;
    expect(dueDatesOf(days, '2026-12-23', 3, calendar)).toEqual(['2026-12-28', '2027-01-05', '2027-01-12']);
    expect(dueDatesOf({ ...days, days: 0 }, '2026-11-22', 1, calendar)).toEqual(['2026-11-23']);
  });

  it('0 days for the first, later ones move', () => {
    const days = { days: 0, unit: 'calendar', interval_days: 7 } as const;
    expect(dueDatesOf(days, '2026-11-22', 2, calendar)).toEqual(['2026-11-22', '2026-11-30']);
  });
});
