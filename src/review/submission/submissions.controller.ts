import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, ReadOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  DryRunQuery,
  IdempotencyKey,
  type IdempotencyRequest,
  isDryRun,
  type Reply,
  RouteId,
} from '../../common/http';
import { SubmerchantResponse } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import { ReopenRejectionUseCase } from './reopen-rejection.use-case';
import { SubmitForReviewUseCase } from './submit-for-review.use-case';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id')
export class SubmissionsController {
  constructor(
    private readonly submitForReview: SubmitForReviewUseCase,
    private readonly reopenRejection: ReopenRejectionUseCase,
  ) {}

  @Post('submit-for-review')
  @InPortal('submerchant')
  @HttpCode(200)
  @ReadOnly(isDryRun)
  @ApiOperation({ summary: 'Submit a complete registration for review' })
  @ApiReply(200, SubmerchantResponse, 'The operators review it now.')
  @ApiErrors(commonErrors.INVALID_STATE, reviewErrors.REQUIREMENTS_NOT_MET)
  async submit(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: DryRunQuery,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.submitForReview.execute(merchant.merchantId, id, query, key);
  }

  @Post('request-resubmission')
  @InPortal('submerchant')
  @HttpCode(200)
  @ReadOnly(isDryRun)
  @ApiOperation({ summary: 'Open a correctable rejection again, to edit and submit once more' })
  @ApiReply(200, SubmerchantResponse, 'Pending again.')
  @ApiErrors(commonErrors.INVALID_STATE, reviewErrors.RESUBMISSION_NOT_ALLOWED)
  async requestResubmission(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: DryRunQuery,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.reopenRejection.execute(merchant.merchantId, id, query, key);
  }
}
