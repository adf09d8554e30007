import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { AppConfig } from '../../config';
import { Clock } from '../clock';
import { RATE_LIMIT_CATEGORIES, WINDOW_SECONDS } from './categories';
import { MemoryStorage } from './memory.storage';
import { RateLimiter } from './rate-limiter';
import { RedisStorage } from './redis.storage';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [AppConfig, Clock],
      useFactory: (config: AppConfig, clock: Clock) => ({
        throttlers: RATE_LIMIT_CATEGORIES.map((name) => ({
          name,
          limit: config.rateLimits[name],
          ttl: WINDOW_SECONDS * 1000,
        })),
        storage:
          config.redis === null
            ? new MemoryStorage(() => clock.now().getTime() / 1000)
            : new RedisStorage(
                config.redis.url,
                `${config.queue.prefix}:rate`,
                () => clock.now().getTime() / 1000,
              ),
      }),
    }),
  ],
  providers: [RateLimiter],
  exports: [RateLimiter, ThrottlerModule],
})
export class RateLimitModule {}
