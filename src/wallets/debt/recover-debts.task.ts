import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../common/queue';
import { RecoverDebtsUseCase } from './recover-debts.use-case';

/** Often enough that a debt is paid within a minute of any credit (money contract §17). */
const EVERY_MS = 15_000;

/** A debt is paid from what becomes available, whoever brought it. */
@Injectable()
export class RecoverDebtsTask implements ScheduledTask {
  readonly name = 'wallets-recover-debts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly recovering: RecoverDebtsUseCase) {}

  run(stop?: AbortSignal): Promise<void> {
    return this.recovering.execute(stop);
  }
}
