import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccessGuard, AuthenticationGuard } from './auth';
import { NoteAuditHeadTask } from './common/audit';
import { gather } from './common/features';
import { ErrorFilter, BulkheadGuard, ForeignOriginGuard, InputPipe, StrictInputGuard } from './common/http';
import { RateLimitGuard, RateLimitModule } from './common/rate-limit';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';
import { FEATURES } from './features';

/** The API process: every feature's controllers behind the shared guards. */
@Module({})
export class ApiModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: ApiModule,
      imports: [CoreModule.for('api', config), RateLimitModule, ...gather(FEATURES, 'api')],
      providers: [
        NoteAuditHeadTask,
        // In this order: 429, 401, foreign origin, scope or role, then the body (contract §1); last, a place among those who read.
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_GUARD, useClass: ForeignOriginGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: StrictInputGuard },
        { provide: APP_GUARD, useClass: BulkheadGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
