import { periodOf } from './period.rules';

/** Still the 21st in São Paulo, three hours behind UTC. */
const NOW = new Date('2026-11-22T02:30:00.000Z');
const detailsOf = (asked: object): unknown => {
  try {
    return periodOf(asked, NOW);
  } catch (error) {
    return (error as { details: { field: string; code: string }[] }).details.map(({ field, code }) => [
      field,
      code,
    ]);
  }
};

it.each([
  ['nothing: 30 days up to today', {}, { from: '2026-10-23', to: '2026-11-21' }],
  ['a first day: up to today', { date_from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-21' }],
  ['a last day: the 30 days before', { date_to: '2026-03-01' }, { from: '2026-01-31', to: '2026-03-01' }],
  ['one day', { date_from: '2026-02-28', date_to: '2026-02-28' }, { from: '2026-02-28', to: '2026-02-28' }],
  ['a day to come', { date_from: '2026-12-24' }, { from: '2026-12-24', to: '2026-12-24' }],
  ['366 days', { date_from: '2024-01-01', date_to: '2024-12-31' }, { from: '2024-01-01', to: '2024-12-31' }],
  ['367 days', { date_from: '2024-01-01', date_to: '2025-01-01' }, [['date_from', 'too_early']]],
  [
    'the wrong way round',
    { date_from: '2026-02-02', date_to: '2026-02-01' },
    [['date_from', 'after_date_to']],
  ],
  ['so long ago that it is too long', { date_from: '2020-01-01' }, [['date_from', 'too_early']]],
])('%s', (_name, asked, expected) => {
  expect(detailsOf(asked)).toEqual(expected);
});
