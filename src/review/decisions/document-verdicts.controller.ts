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
  type Reply,
  RouteId,
} from '../../common/http';
import { DocumentResponse } from '../../documents';
import { reviewErrors } from '../review.errors';
import { DecideDocumentUseCase } from './decide-document.use-case';
import { RejectDocumentBody } from './decision.body';

@ApiTags('Review')
@Controller('v1/review/documents/:id')
@Roles('reviewer', 'admin')
export class DocumentVerdictsController {
  constructor(private readonly decideDocument: DecideDocumentUseCase) {}

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
    return this.decideDocument.execute(id, { operator, expected }, null, key);
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
    return this.decideDocument.execute(id, { operator, expected }, refusal, key);
  }
}
