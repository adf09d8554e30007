import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { ok, type Reply } from '../../common/http';
import { operatorBulkhead, TxRunner } from '../../database';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { CaseAccessService, type CaseRequest } from './case-access.service';
import { LastChangeService } from './last-change.service';

/** An operator takes back a decision that waits for a second one, whoever took it. */
@Injectable()
export class WithdrawDecisionUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly transactions: TxRunner,
    private readonly access: CaseAccessService,
    private readonly fourEyes: FourEyesService,
    private readonly lastChanges: LastChangeService,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, and INVALID_STATE when none waits. */
  async execute(request: CaseRequest, note: string): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    await this.renewClaim.execute(request.id, operatorId);
    return this.transactions.run(
      async (tx) => {
        const submerchant = await this.access.lock(tx, request, null);
        const first = await this.fourEyes.find(tx, submerchant);
        if (first === null) {
          const error = commonErrors.INVALID_STATE({
            message: 'No decision waits for a second operator here.',
          });
          throw await this.lastChanges.explain(tx, submerchant, error);
        }
        await this.fourEyes.end(tx, submerchant);
        const details = { decision: first.decision, by: first.email };
        await this.steps.insert(tx, submerchant, { type: 'decision_withdrawn', operatorId, note, details });
        await this.audit.record(tx, submerchant, operator, 'case.decision_withdrawn', details);
        return ok('Withdrawn.', await this.access.finish(tx, submerchant, operator));
      },
      operatorBulkhead(operatorId, request.id),
    );
  }
}
