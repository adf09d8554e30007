import { Injectable } from '@nestjs/common';
import { ok, type Reply } from '../../common/http';
import { operatorBulkhead, TxRunner } from '../../database';
import { byOperator, SubmerchantLifecycle } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseAccessService, type CaseRequest } from './case-access.service';

/** An operator sets the merchant category code, in any status. */
@Injectable()
export class SetMccUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly transactions: TxRunner,
    private readonly access: CaseAccessService,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED. */
  async execute(request: CaseRequest, mcc: string): Promise<Reply> {
    const { operator } = request;
    const { operatorId } = operator;
    await this.renewClaim.execute(request.id, operatorId);
    return this.transactions.run(
      async (tx) => {
        const submerchant = await this.access.lock(tx, request, null);
        const from = submerchant.mcc;
        if (await this.submerchants.setMcc(tx, submerchant, byOperator(operatorId), mcc))
          await this.audit.record(tx, submerchant, operator, 'case.mcc_set', { from, to: mcc });
        return ok('Category set.', await this.access.finish(tx, submerchant, operator));
      },
      operatorBulkhead(operatorId, request.id),
    );
  }
}
