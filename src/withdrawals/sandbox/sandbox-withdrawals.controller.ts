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
import { WithdrawalResponse } from '../withdrawal.response';
import { ReturnWithdrawalBody } from './return-withdrawal.body';
import { ReturnWithdrawalUseCase } from './return-withdrawal.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/withdrawals/:id')
export class SandboxWithdrawalsController {
  constructor(private readonly returning: ReturnWithdrawalUseCase) {}

  /** The payee's bank gives it back, in whole or in parts. */
  @Post('return')
  @HttpCode(200)
  @ApiOperation({ summary: 'Return a paid withdrawal in the sandbox' })
  @ApiReply(200, WithdrawalResponse, 'The withdrawal, returned in whole or in part.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async giveBack(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() { amount }: ReturnWithdrawalBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.returning.execute(merchant, id, amount ?? null, key);
  }
}
