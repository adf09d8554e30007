import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, TestModeOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import {
  byOperator,
  SubmerchantReader,
  SubmerchantRepository,
  SubmerchantResponse,
} from '../../submerchants';
import { CaseClaims } from '../claims/case-claims';
import { CaseDecisions } from '../decisions/case-decisions';
import { SandboxRejectBody } from '../decisions/decision.dto';
import { reviewErrors } from '../review.errors';

/**
 * In the sandbox the integrator plays the operator, with the same rules (contract §6, Sandbox). It is alone: no claim
 * stands in its way, and it needs no second operator (decision 0071).
 */
@ApiTags('Sandbox')
@Controller('v1/sandbox/submerchants/:id')
@TestModeOnly()
export class SandboxReviewController {
  constructor(
    private readonly decisions: CaseDecisions,
    private readonly claims: CaseClaims,
    private readonly submerchants: SubmerchantRepository,
    private readonly reader: SubmerchantReader,
    private readonly idempotency: Idempotency,
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
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchant.merchantId, id);
      await this.decisions.approve(tx, submerchant, byOperator(null));
      await this.claims.end(tx, id);
      return ok('Approved.', await this.reader.respond(submerchant, tx));
    });
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
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchant.merchantId, id);
      const decision = {
        reasons: body.reasons ?? [{ code: 'other' }],
        correctable: body.correctable ?? true,
      };
      await this.decisions.reject(tx, submerchant, byOperator(null), decision);
      await this.claims.end(tx, id);
      return ok('Rejected.', await this.reader.respond(submerchant, tx));
    });
  }
}
