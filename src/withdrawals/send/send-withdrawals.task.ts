import { Injectable } from '@nestjs/common';
import type { ScheduledTask } from '../../common/queue';
import { WithdrawalRepository } from '../withdrawal.repository';
import { SendWithdrawalUseCase } from './send-withdrawal.use-case';

const EVERY_MS = 1_000;
const ROUND = 100;

/** Hands withdrawals over to their providers when their time has come. */
@Injectable()
export class SendWithdrawalsTask implements ScheduledTask {
  readonly name = 'withdrawals-send';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly sending: SendWithdrawalUseCase,
  ) {}

  /** Several workers may meet at one: the row decides, and the second finds it sent. */
  async run(stop?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.withdrawals.listDue(ROUND);
      for (const key of due) {
        if (stop?.aborted === true) return;
        await this.sending.execute(key);
      }
      if (due.length < ROUND) return;
    }
  }
}
