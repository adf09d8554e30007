import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, TestModeOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import { ApiErrors, ApiReply, IdempotencyKey, type IdempotencyRequest, type Reply } from '../../common/http';
import { SettleEarlyBody } from './settle-early.body';
import { SettleEarlyUseCase } from './settle-early.use-case';
import { SettledEarlyResponse } from './settled-early.response';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/receivables')
export class SandboxReceivablesController {
  constructor(private readonly settleEarly: SettleEarlyUseCase) {}

  /** Settles early what is due up to a day, and gives back what is held up to it. */
  @Post('settle')
  @HttpCode(200)
  @ApiOperation({ summary: 'Settle receivables early in the sandbox' })
  @ApiReply(200, SettledEarlyResponse, 'What was settled.')
  @ApiErrors(commonErrors.NOT_FOUND)
  async settle(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: SettleEarlyBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.settleEarly.execute(merchant.merchantId, body.until_date, key);
  }
}
