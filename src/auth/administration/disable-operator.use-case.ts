import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { OperatorAccessService } from './operator-access.service';

/** Closes or opens everything of an operator; the command line may do it to the last administrator too. */
@Injectable()
export class DisableOperatorUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly access: OperatorAccessService,
    private readonly transactions: TxRunner,
  ) {}

  /** Sessions and key pairs end on every process within a second. Throws OPERATOR_NOT_FOUND. */
  execute(email: string, disabled: boolean, actor: AuditActor): Promise<OperatorSummary> {
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lockByEmail(tx, email);
      await this.access.setDisabled(tx, operator, disabled);
      await this.access.note(tx, 'operator.changed', operator, actor, { disabled });
      return summaryOf(operator);
    });
  }
}
