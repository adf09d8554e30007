export {
  categoryOf,
  countPaths,
  isLogin,
  isReviewPath,
  type RateLimitCategory,
  WINDOW_SECONDS,
} from './categories';
export { RateLimitGuard } from './rate-limit.guard';
export { countRequests, type LimitedCaller } from './rate-limit.middleware';
export { RateLimitModule } from './rate-limit.module';
export { RateLimiter } from './rate-limiter';
