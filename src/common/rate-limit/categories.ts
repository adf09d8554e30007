/** specification, Rate limits; which path belongs where is contract §3. */
export const RATE_LIMIT_CATEGORIES = ['transactions', 'queries', 'default'] as const;
export type RateLimitCategory = (typeof RATE_LIMIT_CATEGORIES)[number];

/** The fixed window of every category. */
export const WINDOW_SECONDS = 60;

/** Requests a window; those of merchants can be changed per merchant. */
export const REVIEW_LIMIT = 1_200;
export const LOGIN_LIMIT = 20;

const TRANSACTIONS = /^\/v1\/(charges|withdrawals|anticipations)(\/|$)/i;
const QUERIES = /^\/v1\/(submerchants|wallets|receivables|banks)(\/|$)/i;
const REVIEW = /^\/v1\/review(\/|$)/i;
const LOGIN = /^\/v1\/review\/session\/?$/i;

/** The category of a path; also of one that leads nowhere. */
export function categoryOf(path: string): RateLimitCategory {
  if (TRANSACTIONS.test(path)) return 'transactions';
  return QUERIES.test(path) ? 'queries' : 'default';
}

export function isReviewPath(path: string): boolean {
  return REVIEW.test(path);
}

export function isLogin(method: string, path: string): boolean {
  return method === 'POST' && LOGIN.test(path);
}
