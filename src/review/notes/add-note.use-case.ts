import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { SubmerchantReader } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { toCaseNoteResponse } from '../timeline/note.response';

/** An operator writes something for the others; nobody's claim stands in the way. */
@Injectable()
export class AddNoteUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantReader,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
  ) {}

  /** Throws NOT_FOUND. */
  async execute(
    id: string,
    operator: OperatorIdentity,
    text: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { operatorId } = operator;
    await this.renewClaim.execute(id, operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.getAnyRecord(id, tx);
      const step = await this.steps.insert(tx, submerchant, { type: 'note_added', operatorId, note: text });
      await this.audit.record(tx, submerchant, operator, 'case.note_added', { note_id: step.id });
      return created('Written.', toCaseNoteResponse(step, operator.email));
    });
  }
}
