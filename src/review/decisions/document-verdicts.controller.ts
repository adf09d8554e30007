import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import type { Tx } from '../../database';
import { DocumentRepository, DocumentResponse, type SubmerchantDocument } from '../../documents';
import { byOperator, type Submerchant } from '../../submerchants';
import { CaseDesk, type CaseRequest } from '../desk/case-desk';
import { CaseTrail } from '../desk/case-trail';
import { reviewErrors } from '../review.errors';
import { toReviewedDocument } from '../reviewed-document';
import { RejectDocumentBody } from './decision.dto';
import { DocumentDecisions } from './document-decisions';

@ApiTags('Review')
@Controller('v1/review/documents/:id')
@Roles('reviewer', 'admin')
export class DocumentVerdictsController {
  constructor(
    private readonly decisions: DocumentDecisions,
    private readonly documents: DocumentRepository,
    private readonly desk: CaseDesk,
    private readonly trail: CaseTrail,
  ) {}

  @Post('approve')
  @HttpCode(200)
  @ApiOperation({ summary: 'Approve one document' })
  @ApiReply(200, DocumentResponse, 'Approved.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION, reviewErrors.CASE_CLAIMED)
  async approve(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide(
      'Document approved.',
      { documentId: id, operator, key, expected },
      'document.approved',
      (tx, submerchant) => this.decisions.approve(tx, submerchant, id, byOperator(operator.operatorId)),
    );
  }

  @Post('reject')
  @HttpCode(200)
  @ApiOperation({ summary: 'Reject one document, with a coded reason' })
  @ApiReply(200, DocumentResponse, 'Rejected.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION, reviewErrors.CASE_CLAIMED)
  async reject(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: RejectDocumentBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    const refusal = { code: body.code, message: body.message ?? null };
    return this.decide(
      'Document rejected.',
      { documentId: id, operator, key, expected },
      'document.rejected',
      (tx, submerchant) =>
        this.decisions.reject(tx, submerchant, id, byOperator(operator.operatorId), refusal),
    );
  }

  private async decide(
    message: string,
    request: Omit<CaseRequest, 'id'> & { readonly documentId: string },
    verdict: `document.${string}`,
    decision: (tx: Tx, submerchant: Submerchant) => Promise<SubmerchantDocument>,
  ): Promise<Reply> {
    const { submerchantId: id } = await this.documents.getAny(request.documentId);
    return this.desk.decide(
      { ...request, id, isVerdict: true },
      async (tx, submerchant) => {
        const document = await decision(tx, submerchant);
        await this.trail.leaveOnDocument(tx, submerchant, request.operator, verdict, document);
        return document;
      },
      (_tx, _submerchant, document) => Promise.resolve(ok(message, toReviewedDocument(document))),
    );
  }
}
