/** How a payer takes a payment back: by the issuer of its card, or by the special return of the central bank (MED). */
export const DISPUTE_KINDS = ['chargeback', 'pix_return'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];
