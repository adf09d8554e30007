import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  type Reply,
  RouteId,
} from '../../common/http';
import { reviewErrors } from '../review.errors';
import { ClaimCaseUseCase } from './claim-case.use-case';
import { CaseClaimResponse } from './claim.response';
import { ReleaseCaseUseCase } from './release-case.use-case';

@ApiTags('Review')
@Controller('v1/review/submerchants/:id')
@Roles('reviewer', 'admin')
export class ClaimsController {
  constructor(
    private readonly claimCase: ClaimCaseUseCase,
    private readonly releaseCase: ReleaseCaseUseCase,
  ) {}

  @Post('claim')
  @HttpCode(200)
  @ApiOperation({ summary: 'Take a case: for 30 idle minutes nobody else decides it' })
  @ApiReply(200, CaseClaimResponse, 'Yours, also when it was yours before.')
  @ApiErrors(reviewErrors.CASE_CLAIMED, commonErrors.INVALID_STATE)
  async claim(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.claimCase.execute(id, operator, key);
  }

  @Post('release')
  @HttpCode(200)
  @ApiOperation({ summary: 'Give a case back' })
  @ApiReply(200, CaseClaimResponse, 'Free, also when it was free before.')
  @ApiErrors(reviewErrors.CASE_CLAIMED)
  async release(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.releaseCase.execute(id, operator, key);
  }
}
