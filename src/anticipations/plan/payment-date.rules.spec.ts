import { BankCalendar } from '../../common/calendar';
import { defaultPaymentDate, paymentDateFault } from './payment-date.rules';

const calendar = new BankCalendar();
/** A moment of America/Sao_Paulo. */
const at = (day: string, time: string): Date => new Date(`${day}T${time}-03:00`);

describe('the day on which an anticipation is paid (money contract §16)', () => {
  it.each([
    ['today before four of a business day', '2026-11-23', '15:59:59.999', '2026-11-23'],
    ['tomorrow from four on', '2026-11-23', '16:00:00.000', '2026-11-24'],
    [
      'also late in the evening, when it is the next day in London',
      '2026-11-23',
      '23:30:00.000',
      '2026-11-24',
    ],
    ['Monday after a Friday’s four', '2026-11-27', '16:00:00.000', '2026-11-30'],
    ['Monday on a Saturday, whatever the hour', '2026-11-28', '09:00:00.000', '2026-11-30'],
    ['Monday on a Sunday evening', '2026-11-29', '22:00:00.000', '2026-11-30'],
    ['the first business day after a holiday', '2026-12-25', '10:00:00.000', '2026-12-28'],
  ])('is %s', (_, day, time, expected) => {
    expect(defaultPaymentDate(at(day, time), calendar)).toBe(expected);
  });

  it.each([
    ['2026-11-22', 'too_early'],
    ['2026-11-23', null],
    ['2026-11-28', 'not_a_business_day'],
    ['2026-12-23', null],
    ['2026-12-24', 'too_late'],
    ['9999-12-31', 'too_late'],
    ['1000-01-01', 'too_early'],
  ])('may be %s: %s', (day, code) => {
    expect(paymentDateFault(day, at('2026-11-23', '20:00'), calendar)?.code ?? null).toBe(code);
  });
});
