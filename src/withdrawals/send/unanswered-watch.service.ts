import { Injectable } from '@nestjs/common';
import { Metrics } from '../../common/metrics';
import { WithdrawalRepository } from '../withdrawal.repository';

/** Tells metrics of withdrawals whose outcome nobody knows (money contract §15, Unknown outcomes). */
@Injectable()
export class UnansweredWatchService {
  constructor(withdrawals: WithdrawalRepository, metrics: Metrics) {
    metrics.asked(
      'repasse_withdrawals_unanswered',
      'Withdrawals that have been with their provider for more than an hour and whose outcome nobody knows',
      [],
      async () => [{ value: (await withdrawals.countUnanswered()).count }],
    );
    metrics.asked(
      'repasse_withdrawals_processing_oldest_seconds',
      'How long the oldest withdrawal has been with its provider',
      [],
      async () => [{ value: (await withdrawals.countUnanswered()).oldestSeconds }],
    );
  }
}
