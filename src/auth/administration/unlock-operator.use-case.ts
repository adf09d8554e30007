import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { OperatorAccessService } from './operator-access.service';

/** Forgets an operator's failed log-ins. */
@Injectable()
export class UnlockOperatorUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly access: OperatorAccessService,
    private readonly transactions: TxRunner,
  ) {}

  /** Throws OPERATOR_NOT_FOUND. */
  execute(email: string, actor: AuditActor): Promise<OperatorSummary> {
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lockByEmail(tx, email);
      await this.access.unlock(tx, operator, actor);
      return summaryOf(operator);
    });
  }
}
