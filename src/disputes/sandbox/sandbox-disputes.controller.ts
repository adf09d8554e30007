import { Controller, HttpCode, Post } from '@nestjs/common';
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
import { DisputeResponse } from '../dispute.response';
import { DecideDisputeUseCase } from './decide-dispute.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/disputes/:id')
export class SandboxDisputesController {
  constructor(private readonly decide: DecideDisputeUseCase) {}

  /** The provider decides for the merchant. */
  @Post('win')
  @HttpCode(200)
  @ApiOperation({ summary: 'Win a dispute in the sandbox' })
  @ApiReply(200, DisputeResponse, 'The won dispute.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async win(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.decide.execute(merchant, id, 'win', key);
  }

  /** The provider decides for the payer. */
  @Post('lose')
  @HttpCode(200)
  @ApiOperation({ summary: 'Lose a dispute in the sandbox' })
  @ApiReply(200, DisputeResponse, 'The lost dispute.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async lose(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.decide.execute(merchant, id, 'lose', key);
  }
}
