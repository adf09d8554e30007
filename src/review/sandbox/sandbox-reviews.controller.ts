import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, TestModeOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  type Reply,
  RouteId,
} from '../../common/http';
import { SubmerchantResponse } from '../../submerchants';
import { SandboxRejectBody } from '../decisions/decision.body';
import { reviewErrors } from '../review.errors';
import { ApproveAsSandboxUseCase } from './approve-as-sandbox.use-case';
import { RejectAsSandboxUseCase } from './reject-as-sandbox.use-case';

/**
 * In the sandbox the integrator plays the operator, with the same rules (contract §6, Sandbox). It is alone: no claim
 * stands in its way, and it needs no second operator (decision 0019).
 */
@ApiTags('Sandbox')
@Controller('v1/sandbox/submerchants/:id')
@TestModeOnly()
export class SandboxReviewsController {
  constructor(
    private readonly approveAsSandbox: ApproveAsSandboxUseCase,
    private readonly rejectAsSandbox: RejectAsSandboxUseCase,
  ) {}

  @Post('approve')
  @HttpCode(200)
  @ApiOperation({ summary: 'Approve a submerchant as an operator would (test mode)' })
  @ApiReply(200, SubmerchantResponse, 'Approved.')
  @ApiErrors(commonErrors.INVALID_STATE, reviewErrors.DOCUMENTS_NOT_APPROVED)
  async approve(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.approveAsSandbox.execute(merchant.merchantId, id, key);
  }

  @Post('reject')
  @HttpCode(200)
  @ApiOperation({ summary: 'Reject a submerchant as an operator would (test mode)' })
  @ApiReply(200, SubmerchantResponse, 'Rejected.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async reject(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: SandboxRejectBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.rejectAsSandbox.execute(merchant.merchantId, id, body, key);
  }
}
