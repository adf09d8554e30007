/** specification, Rate limits; which path belongs where is contract §3. */
export const RATE_LIMIT_CATEGORIES = ['transactions', 'queries', 'default'] as const;
export type RateLimitCategory = (typeof RATE_LIMIT_CATEGORIES)[number];

/** The fixed window of every category. */
export const WINDOW_SECONDS = 60;

/** Requests a window; those of merchants can be changed per merchant. */
export const REVIEW_LIMIT = 1_200;
export const LOGIN_LIMIT = 20;

/** Paths that count elsewhere than in `default`, as the features declare them, in lower case. */
const counted = new Map<string, RateLimitCategory>();
const FIRST_PART = /^\/v1\/[^/]+/i;

const REVIEW = /^\/v1\/review(\/|$)/i;
const LOGIN = /^\/v1\/(?:review\/session|portal-sessions\/current)\/?$/i;

/** Counts requests under these paths (`/v1/charges`) in a category. */
export function countPaths(category: RateLimitCategory, paths: readonly string[]): void {
  for (const path of paths) counted.set(path.toLowerCase(), category);
}

/** The category of a path; also of one that leads nowhere. */
export function categoryOf(path: string): RateLimitCategory {
  const first = FIRST_PART.exec(path)?.[0];
  return (first === undefined ? undefined : counted.get(first.toLowerCase())) ?? 'default';
}

export function isReviewPath(path: string): boolean {
  return REVIEW.test(path);
}

export function isLogin(method: string, path: string): boolean {
  return method === 'POST' && LOGIN.test(path);
}
