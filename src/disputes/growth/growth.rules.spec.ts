import { growthsOf } from './growth.rules';

type Standing = Parameters<typeof growthsOf>[0][number];

const open = (amountCents: number, reportedCents: number | null = 9_000): Standing => ({
  ...{ status: 'open', amountCents, debitedCents: amountCents, reportedCents },
});
const closed = (status: 'won' | 'lost', amountCents: number, debitedCents: number): Standing => ({
  ...{ status, amountCents, debitedCents, reportedCents: 9_000 },
});

describe('what disputes take of a refund that failed (money contract §17)', () => {
  it.each<[string, Standing[], number, number, number[]]>([
    ['all that it had left to it', [open(4_000)], 9_000, 5_000, [5_000]],
    ['no more than is left of the charge', [open(4_000)], 7_000, 5_000, [3_000]],
    ['no more than its provider says', [open(4_000, 6_000)], 9_000, 5_000, [2_000]],
    ['whatever there is, where nobody noted that', [open(4_000, null)], 9_000, 5_000, [5_000]],
    ['nothing, where it takes more than its provider says', [open(4_000, 3_000)], 9_000, 5_000, [0]],
    ['nothing, once it was won', [closed('won', 4_000, 0)], 9_000, 5_000, [0]],
    ['what it was short of, once it was lost', [closed('lost', 4_000, 4_000)], 9_000, 5_000, [5_000]],
    [
      'the oldest first, the next what it leaves',
      [open(4_000, 6_000), open(0)],
      9_000,
      5_000,
      [2_000, 3_000],
    ],
    ['nothing of what the others hold', [open(4_000), open(3_000)], 9_000, 5_000, [2_000, 0]],
    ['nothing, where others hold more than there is', [open(6_000), open(5_000)], 9_000, 5_000, [0, 0]],
    ['nothing: there is none', [], 9_000, 5_000, []],
  ])('%s', (_what, disputes, left, refund, expected) => {
    expect(growthsOf(disputes, left, refund)).toEqual(expected);
  });
});
