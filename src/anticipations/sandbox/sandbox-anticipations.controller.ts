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
import { walletErrors } from '../../wallets';
import { AnticipationResponse } from '../anticipation.response';
import { PayNowUseCase } from './pay-now.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/anticipations/:id')
export class SandboxAnticipationsController {
  constructor(private readonly paying: PayNowUseCase) {}

  /** Its payment_date comes at once. */
  @Post('pay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Pay an approved anticipation in the sandbox' })
  @ApiReply(200, AnticipationResponse, 'The paid anticipation, its fee unchanged.')
  @ApiErrors(commonErrors.INVALID_STATE, walletErrors.WALLET_FROZEN)
  async pay(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.paying.execute(merchant, id, key);
  }
}
