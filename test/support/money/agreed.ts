/** What this merchant has agreed on: every kind of fee, something held back, somebody who decides. Cents, millionths, days. */
export const AGREED = {
  processing: {
    credit_card: { ppm: 34_900, fixed: 40, minimum: 55 },
    debit_card: { ppm: 19_900, fixed: 0, minimum: 0 },
    pix: { ppm: 9_900, fixed: 0, minimum: 10 },
    boleto: { ppm: 0, fixed: 349, minimum: 0 },
  },
  reserve: {
    credit_card: { ppm: 100_000, days: 30 },
    debit_card: { ppm: 0, days: 0 },
    pix: { ppm: 50_000, days: 10 },
    boleto: { ppm: 0, days: 0 },
  },
  withdrawalFee: 150,
  disputeFee: { chargeback: 2_501, pix_return: 700 },
  anticipationPpm: 17_500,
  automaticUpTo: 8_000,
  leastWithdrawn: 100,
  reviewAbove: 15_000,
  /** Of each seller; the merchant may owe without a bound. */
  debtLimit: 12_000,
} as const;

export const METHODS = ['credit_card', 'debit_card', 'pix', 'boleto'] as const;
export type Method = (typeof METHODS)[number];
export type DisputeKind = keyof typeof AGREED.disputeFee;

/** The same as the body of POST /v1/review/terms. */
export function agreedTerms(): object {
  const percent = (ppm: number): number => ppm / 10_000;
  return {
    processing: METHODS.map((payment_method) => {
      const { ppm, fixed, minimum } = AGREED.processing[payment_method];
      return { payment_method, percentage: percent(ppm), fixed, minimum };
    }),
    reserve: (['credit_card', 'pix'] as const).map((payment_method) => {
      const { ppm, days } = AGREED.reserve[payment_method];
      return { payment_method, percentage: percent(ppm), days };
    }),
    // Nothing becomes due by itself while the steps are taken, midnight or not.
    settlement: [
      { payment_method: 'debit_card', days: 3, unit: 'business', interval_days: 0 },
      { payment_method: 'boleto', days: 5, unit: 'calendar', interval_days: 0 },
    ],
    withdrawal: [{ method: 'pix', fixed: AGREED.withdrawalFee }],
    dispute: Object.entries(AGREED.disputeFee).map(([kind, fixed]) => ({ kind, fixed })),
    anticipation: {
      ...{ enabled: true, monthly_percentage: percent(AGREED.anticipationPpm) },
      automatic_up_to: AGREED.automaticUpTo,
    },
    limits: {
      ...{ minimum: AGREED.leastWithdrawn, maximum: null, daily_amount: null, daily_count: 100_000 },
      ...{ review_above: AGREED.reviewAbove, second_review_above: null },
    },
  };
}
