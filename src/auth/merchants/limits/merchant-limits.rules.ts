import type { RateLimits } from '../../../config';
import type { Merchant } from '../merchant.entity';

/** Limits by category: null stands for the service's own. */
export type OwnLimits = Readonly<Record<keyof RateLimits, number | null>>;

/** Requests in 60 seconds by category, and where they come from. */
export interface MerchantLimits {
  readonly inForce: RateLimits;
  readonly own: OwnLimits;
  readonly defaults: RateLimits;
}

/** The merchant's own limits where it has some, else the service's. */
export function limitsOf(merchant: Merchant, defaults: RateLimits): MerchantLimits {
  const own = ownLimitsOf(merchant);
  const inForce = {
    transactions: own.transactions ?? defaults.transactions,
    queries: own.queries ?? defaults.queries,
    default: own.default ?? defaults.default,
  };
  return { inForce, own, defaults };
}

/** The merchant's own limits; null where the service's counts. */
export function ownLimitsOf(merchant: Merchant): OwnLimits {
  const { limitTransactions: transactions, limitQueries: queries, limitDefault: others } = merchant;
  return { transactions, queries, default: others };
}
