import type { NewTerms } from '../terms';

/** What a marketplace of middling size pays in Brazil: the demo merchant's terms, so that fees are seen where they arise. */
export const DEMO_TERMS: NewTerms = {
  processing: [
    { payment_method: 'pix', percentage: 0.99, minimum: 10 },
    { payment_method: 'boleto', fixed: 349 },
    { payment_method: 'debit_card', percentage: 1.99 },
    { payment_method: 'credit_card', percentage: 4.99, fixed: 39 },
    { payment_method: 'credit_card', installments: 1, percentage: 3.49, fixed: 39 },
    { payment_method: 'credit_card', brand: 'american_express', percentage: 5.49, fixed: 39 },
  ],
  withdrawal: [
    { method: 'pix', fixed: 100 },
    { method: 'ted', fixed: 890 },
  ],
  dispute: [{ kind: 'chargeback', fixed: 2_500 }],
  anticipation: { enabled: true, monthly_percentage: 1.89, automatic_up_to: 5_000_000 },
};

/** Those of the demo week's marketplace: the platform looks at its large withdrawals and anticipations. */
export const WEEK_TERMS: NewTerms = {
  ...DEMO_TERMS,
  anticipation: { enabled: true, monthly_percentage: 1.89, automatic_up_to: 100_000 },
  limits: { minimum: 100, daily_count: 100, review_above: 100_000, second_review_above: 400_000 },
};
