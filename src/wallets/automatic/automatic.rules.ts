export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const RUN_OUTCOMES = ['withdrawn', 'nothing_to_send', 'refused'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Why one was refused: what a request for the same would have been told. */
export const RUN_REFUSALS = [
  'WALLET_FROZEN',
  'PROVIDER_NOT_CONFIGURED',
  'DESTINATION_NOT_USABLE',
  'WITHDRAWAL_LIMIT_EXCEEDED',
] as const;
export type RunRefusal = (typeof RUN_REFUSALS)[number];
