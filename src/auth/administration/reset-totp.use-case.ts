import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { type OperatorSummary, summaryOf } from '../operators/operator.reader';
import { OperatorRepository } from '../operators/operator.repository';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';
import { OperatorAccessService } from './operator-access.service';

/** For the operator whose telephone and recovery codes are lost: the password alone opens again. */
@Injectable()
export class ResetTotpUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly access: OperatorAccessService,
    private readonly secondFactor: SecondFactorService,
    private readonly sessions: OperatorSessionRepository,
    private readonly transactions: TxRunner,
  ) {}

  /** Forgets authenticator app and recovery codes, and ends the sessions. Throws OPERATOR_NOT_FOUND. */
  execute(email: string, actor: AuditActor): Promise<OperatorSummary> {
    return this.transactions.run(async (tx) => {
      const operator = await this.operators.lockByEmail(tx, email);
      await this.secondFactor.clear(tx, operator);
      await this.sessions.deleteAll(tx, operator.id);
      await this.access.note(tx, 'totp.disabled', operator, actor, { reset: true });
      return summaryOf(operator);
    });
  }
}
