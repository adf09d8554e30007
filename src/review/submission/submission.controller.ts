import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, ReadOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { SubmerchantResponse } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import { DryRunner, DryRunQuery, isDryRun } from './dry-run';
import { Submission } from './submission';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id')
export class SubmissionController {
  constructor(
    private readonly submission: Submission,
    private readonly runner: DryRunner,
  ) {}

  @Post('submit-for-review')
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
    return this.runner.run(query, key, async (tx) =>
      ok('Submitted for review.', await this.submission.submit(tx, merchant.merchantId, id)),
    );
  }

  @Post('request-resubmission')
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
    return this.runner.run(query, key, async (tx) =>
      ok('Open for correction.', await this.submission.requestResubmission(tx, merchant.merchantId, id)),
    );
  }
}
