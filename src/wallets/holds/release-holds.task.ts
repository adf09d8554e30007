import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { ReleaseDueHoldsUseCase } from './release-due-holds.use-case';

/** Releases what was held until a day that has begun; what an outage missed comes with it. */
@Injectable()
export class ReleaseHoldsTask implements ScheduledTask {
  readonly name = 'wallets-release-holds';
  readonly everyMs = MINUTE_MS;

  constructor(private readonly releasing: ReleaseDueHoldsUseCase) {}

  run(stop?: AbortSignal): Promise<void> {
    return this.releasing.execute(stop);
  }
}
