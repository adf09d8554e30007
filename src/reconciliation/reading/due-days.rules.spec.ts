import { dueDays, lateDays } from './due-days.rules';

describe('which days of a provider are read (money contract §19)', () => {
  const now = new Date('2026-11-24T15:00:00Z');
  const at = (moment: string): Date => new Date(moment);

  it.each([
    ['nothing was ever read: yesterday', {}, ['2026-11-23']],
    ['yesterday was read today', { '2026-11-23': at('2026-11-24T04:00:00Z') }, []],
    ['yesterday was read while it ran', { '2026-11-23': at('2026-11-23T20:00:00Z') }, ['2026-11-23']],
    ['today alone was read', { '2026-11-24': at('2026-11-24T14:00:00Z') }, ['2026-11-23']],
    [
      'an outage: every day since, and the last days once a day',
      { '2026-11-18': at('2026-11-19T03:30:00Z') },
      ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'],
    ],
    [
      'the last days were read yesterday',
      {
        '2026-11-20': at('2026-11-21T04:00:00Z'),
        '2026-11-21': at('2026-11-23T04:00:00Z'),
        '2026-11-22': at('2026-11-23T04:00:00Z'),
      },
      ['2026-11-21', '2026-11-22', '2026-11-23'],
    ],
    [
      'a reading that broke off',
      { '2026-11-19': null, '2026-11-20': at('2026-11-21T03:00:00Z') },
      ['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23'],
    ],
  ] as const)('%s', (_, readings, expected) => {
    expect(dueDays(now, new Map(Object.entries(readings)))).toEqual(expected);
  });

  it('days begin at midnight in America/Sao_Paulo', () => {
    expect(dueDays(at('2026-11-24T02:59:59Z'), new Map())).toEqual(['2026-11-22']);
    expect(dueDays(at('2026-11-24T03:00:00Z'), new Map())).toEqual(['2026-11-23']);
  });

  it('a day is late when six hours of the next one are over', () => {
    const early = new Map([['2026-11-22', at('2026-11-24T04:00:00Z')]]);
    expect(lateDays(at('2026-11-24T08:59:59Z'), early)).toEqual([]);
    expect(lateDays(at('2026-11-24T09:00:00Z'), early)).toEqual(['2026-11-23']);
    expect(lateDays(now, new Map([...early, ['2026-11-23', at('2026-11-24T12:00:00Z')]]))).toEqual([]);
  });
});
