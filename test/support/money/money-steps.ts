import fc from 'fast-check';
import { METHODS } from './agreed';

/** How often each is chosen. */
const WEIGHTS = {
  sell: 12,
  refund: 7,
  end_refund: 4,
  dispute: 4,
  decide: 4,
  settle: 2,
  transfer: 4,
  hold: 3,
  release: 2,
  freeze: 2,
  withdraw: 8,
  review: 4,
  give_back: 3,
  automatic: 3,
  anticipate: 5,
  review_anticipation: 3,
  pay_anticipation: 3,
  adjust: 4,
  write_off: 2,
} as const;

export type Doing = keyof typeof WEIGHTS;

/** One step; each kind uses of it what it needs. How much of what is there it wants is not known before it is taken. */
export type Step = ReturnType<typeof arbitraryOf> extends fc.Arbitrary<infer One> ? One : never;

function arbitraryOf(doing: Doing) {
  return fc.record({
    do: fc.constant(doing),
    wallet: fc.nat({ max: 2 }),
    pick: fc.nat({ max: 100_000 }),
    method: fc.constantFrom(...METHODS, 'credit_card' as const),
    installments: fc.constantFrom(1, 2, 3, 5, 12),
    /** Of each recipient; the flags of who answers and who pays fees are bits. */
    shares: fc.constantFrom([100], [50, 50], [70, 20, 10], [1, 99], [33, 33, 34], [98, 1, 1]),
    flags: fc.nat({ max: 255 }),
    cents: fc.integer({ min: 1, max: 40_000 }),
    size: fc.constantFrom('some' as const, 'some' as const, 'all' as const, 'one_more' as const),
    days: fc.constantFrom(1, 31, 45, 75, 200),
    bit: fc.boolean(),
    fate: fc.constantFrom(
      'paid' as const,
      'paid' as const,
      'failed' as const,
      'returned' as const,
      'partly-returned' as const,
    ),
  });
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(WEIGHTS).map(([doing, weight]) => ({ weight, arbitrary: arbitraryOf(doing as Doing) })),
);

/** What a run must have been through, to count: each comes several times in the short form … */
export const COMMON = [
  'sell credit_card',
  'sell pix',
  'refund succeeded',
  'refund underway',
  'end_refund succeeded',
  'refund REFUND_EXCEEDS_CAPTURED',
  'dispute done',
  'decide win',
  'decide lose',
  'withdraw sent',
  'adjust done',
];
/** … and in a long one. */
export const DEEP_FROM_STEPS = 6_000;
export const DEEP = [
  ...COMMON,
  'sell debit_card',
  'sell boleto',
  'refund failed',
  'end_refund failed',
  'refund DISPUTE_OPEN',
  'refund INVALID_STATE',
  'refund INSUFFICIENT_BALANCE',
  'dispute INVALID_STATE',
  'transfer done',
  'transfer INSUFFICIENT_BALANCE',
  'transfer WALLET_FROZEN',
  'hold done',
  'hold INSUFFICIENT_BALANCE',
  'withdraw under_review',
  'withdraw INSUFFICIENT_BALANCE',
  'withdraw WALLET_FROZEN',
  'review approve',
  'review refuse',
  'review cancel',
  'give_back done',
  'give_back INVALID_STATE',
  'automatic sent',
  'automatic INSUFFICIENT_BALANCE',
  'anticipate approved',
  'anticipate pending',
  'anticipate NOTHING_TO_ANTICIPATE',
  'anticipate ANTICIPATION_TOO_LARGE',
  'anticipate WALLET_FROZEN',
  'review_anticipation approve',
  'review_anticipation refuse',
  'review_anticipation cancel',
  'pay_anticipation done',
  'adjust INSUFFICIENT_BALANCE',
  'write_off done',
  'write_off DEBT_TOO_SMALL',
];
