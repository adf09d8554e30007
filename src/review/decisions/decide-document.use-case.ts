import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { type DocumentRefusal, DocumentReader } from '../../documents';
import { toReviewedDocument } from '../cases/reviewed-document.response';
import { ClaimService } from '../claims/claim.service';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseAccessService, type CaseRequest } from './case-access.service';
import { DocumentVerdictService } from './document-verdict.service';

/** An operator approves one document, or rejects it for a reason. */
@Injectable()
export class DecideDocumentUseCase {
  constructor(
    private readonly documents: DocumentReader,
    private readonly renewClaim: RenewClaimUseCase,
    private readonly idempotency: Idempotency,
    private readonly access: CaseAccessService,
    private readonly verdicts: DocumentVerdictService,
    private readonly claims: ClaimService,
  ) {}

  /** `refusal` is null for an approval. Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED, INVALID_STATE. */
  async execute(
    documentId: string,
    { operator, expected }: Omit<CaseRequest, 'id'>,
    refusal: DocumentRefusal | null,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { submerchantId: id } = await this.documents.getAny(documentId);
    await this.renewClaim.execute(id, operator.operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.access.lock(tx, { id, operator, expected }, null);
      const document = await this.verdicts.decide(tx, submerchant, documentId, operator, refusal);
      await this.claims.endIfDone(tx, submerchant);
      const message = refusal === null ? 'Document approved.' : 'Document rejected.';
      return ok(message, toReviewedDocument(document));
    });
  }
}
