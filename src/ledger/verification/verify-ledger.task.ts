import { Injectable } from '@nestjs/common';
import { inRounds } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { VerifyLedgerUseCase } from './verify-ledger.use-case';

/** Verifies what was posted since the last time; what is left over waits for the next one. */
@Injectable()
export class VerifyLedgerTask implements ScheduledTask {
  readonly name = 'ledger-verification';
  readonly everyMs = 5_000;

  constructor(private readonly verifying: VerifyLedgerUseCase) {}

  run(stop?: AbortSignal): Promise<void> {
    return inRounds(1, async () => ((await this.verifying.execute()) ? 1 : 0), stop);
  }
}
