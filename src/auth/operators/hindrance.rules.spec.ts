import { hindranceOf, type OperatorAccount } from './hindrance.rules';

describe('who may complete a decision (contract §8, Four eyes)', () => {
  const decidedAt = new Date('2026-11-22T12:00:00Z');
  const before = new Date('2026-11-22T11:59:59Z');
  const after = new Date('2026-11-22T12:00:01Z');
  const account = (
    id: string,
    makers: string[] = [],
    passwordSetAt: Date | null = before,
  ): OperatorAccount => ({
    id,
    makerIds: new Set(makers),
    passwordSetAt,
  });
  const ana = account('ana');

  it.each([
    ['another operator', ana, account('bia'), null],
    ['the same one', ana, ana, 'same_operator'],
    ['whom the first one made', ana, account('bia', ['ana']), 'maker'],
    ['whom one made whom the first one made', ana, account('caio', ['bia', 'ana']), 'maker'],
    ['whom both have a maker in common', account('bia', ['ana']), account('caio', ['ana']), null],
    ['whose password somebody else knows', ana, account('bia', [], null), 'password_not_set'],
    [
      'who made the first one, whose password was its own',
      account('bia', ['ana'], before),
      account('ana'),
      null,
    ],
    [
      'who made the first one, who had no own password',
      account('bia', ['ana'], null),
      account('ana'),
      'maker',
    ],
    ['the same, who chose one since', account('bia', ['ana'], after), account('ana'), 'maker'],
    ['another one, of an account without own password', account('bia', ['ana'], null), account('caio'), null],
  ] as const)('%s', (_, first, second, expected) => {
    expect(hindranceOf(first, decidedAt, second)).toBe(expected);
  });
});
