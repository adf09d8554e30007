import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import { TxRunner } from '../../database';
import { MoneyRequestRepository } from './money-request.repository';
import { statusOf } from './money-request.rules';
import { moneyRequestTransitions } from './money-request.transitions';
import { TwoOperatorsService } from './two-operators.service';

/** Takes back what waits for a second operator: whoever may ask for it may. */
@Injectable()
export class WithdrawMoneyRequestUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly requests: MoneyRequestRepository,
    private readonly twoOperators: TwoOperatorsService,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, and INVALID_STATE for what does not wait any more. */
  execute(operator: OperatorIdentity, id: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const request = await this.requests.lockAny(tx, id);
      if (request === null) throw commonErrors.NOT_FOUND();
      if (!moneyRequestTransitions.allows(statusOf(request, this.clock.now()), 'withdraw'))
        throw commonErrors.INVALID_STATE({ message: 'This request does not wait any more.' });
      await this.twoOperators.end(tx, request, 'withdraw', operator);
    });
  }
}
