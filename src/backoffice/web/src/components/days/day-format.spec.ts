import { readDay, writeDay } from './day-format';

it.each([
  ['pt-BR', '24/11/2026'],
  ['en', '11/24/2026'],
])('a day is written in the order of %s, and read again', (language, text) => {
  expect(writeDay('2026-11-24', language)).toBe(text);
  expect(readDay(text, language)).toBe('2026-11-24');
});

it('is read without noughts, with other signs between, and as the API writes it', () => {
  expect(readDay('3/2/2026', 'pt-BR')).toBe('2026-02-03');
  expect(readDay('3/2/2026', 'en')).toBe('2026-03-02');
  expect(readDay(' 3.2.2026 ', 'pt-BR')).toBe('2026-02-03');
  expect(readDay('2026-02-03', 'pt-BR')).toBe('2026-02-03');
  expect(readDay('29/02/2028', 'pt-BR')).toBe('2028-02-29');
});

it.each([
  '',
  '3',
  '3/2',
  '3/2/26',
  '31/02/2026',
  '32/01/2026',
  '00/01/2026',
  '11/24/2026',
  'a/b/c',
  '1/2/3/2026',
])('%j is no day in Portuguese', (text) => {
  expect(readDay(text, 'pt-BR')).toBeNull();
});
