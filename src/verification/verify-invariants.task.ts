import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../common/queue';
import { VerifyInvariantsUseCase } from './verify-invariants.use-case';

/** Looks whether the rules of the books are to be read; one worker does so at a time. */
@Injectable()
export class VerifyInvariantsTask implements ScheduledTask {
  readonly name = 'verification-invariants';
  readonly everyMs = 5_000;

  constructor(private readonly verifying: VerifyInvariantsUseCase) {}

  run(stop?: AbortSignal): Promise<void> {
    return this.verifying.execute(stop);
  }
}
