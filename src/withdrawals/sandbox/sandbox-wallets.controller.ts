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
import { WalletResponse } from '../../wallets';
import { PayOutWalletUseCase } from './pay-out-wallet.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/wallets/:id')
export class SandboxWalletsController {
  constructor(private readonly payingOut: PayOutWalletUseCase) {}

  /** Does now what 09:00 would; the day's own run comes all the same. */
  @Post('automatic-withdrawal')
  @HttpCode(200)
  @ApiOperation({ summary: 'Run an automatic withdrawal in the sandbox' })
  @ApiReply(200, WalletResponse, 'The wallet; its last_run says what came of it.')
  @ApiErrors(commonErrors.INVALID_STATE)
  run(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.payingOut.execute(merchant, id, key);
  }
}
