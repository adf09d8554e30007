import { BankCalendar } from '../../common/calendar';
import { opensAt } from './window.rules';

const calendar = new BankCalendar();

describe('the hours of a TED (money contract §15)', () => {
  // 2026-11-24 is a Tuesday; 11-20 a holiday (Friday); times are UTC, three hours ahead.
  it.each([
    ['2026-11-24T09:29:59.999Z', '2026-11-24T09:30:00.000Z'],
    ['2026-11-24T09:30:00.000Z', '2026-11-24T09:30:00.000Z'],
    ['2026-11-24T19:59:59.999Z', '2026-11-24T19:59:59.999Z'],
    ['2026-11-24T20:00:00.000Z', '2026-11-25T09:30:00.000Z'],
    ['2026-11-25T02:59:00.000Z', '2026-11-25T09:30:00.000Z'],
    ['2026-11-19T21:00:00.000Z', '2026-11-23T09:30:00.000Z'],
    ['2026-11-21T15:00:00.000Z', '2026-11-23T09:30:00.000Z'],
  ])('%s: %s', (now, opens) => {
    expect(opensAt('ted', new Date(now), calendar).toISOString()).toBe(opens);
  });

  it('a Pix has none', () => {
    expect(opensAt('pix', new Date('2026-11-21T03:00:00.000Z'), calendar).toISOString()).toBe(
      '2026-11-21T03:00:00.000Z',
    );
  });
});
