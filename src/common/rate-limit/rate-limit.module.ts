import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { AppConfig } from '../../config';
import { RATE_LIMIT_CATEGORIES, WINDOW_SECONDS } from './categories';
import { MemoryStorage } from './memory.storage';
import { RateLimiter } from './rate-limiter';
import { RedisStorage } from './redis.storage';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        throttlers: RATE_LIMIT_CATEGORIES.map((name) => ({
          name,
          limit: config.rateLimits[name],
          ttl: WINDOW_SECONDS * 1000,
        })),
        storage:
          config.redis === null
            ? new MemoryStorage()
            : new RedisStorage(config.redis.url, `${config.queue.prefix}:rate`),
      }),
    }),
  ],
  providers: [RateLimiter],
  exports: [RateLimiter, ThrottlerModule],
})
export class RateLimitModule {}
