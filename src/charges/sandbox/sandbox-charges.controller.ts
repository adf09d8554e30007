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
import { ChargeResponse } from '../charge.response';
import { DisputeChargeBody } from './dispute-charge.body';
import { PlayPayerUseCase } from './play-payer.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/charges/:id')
export class SandboxChargesController {
  constructor(private readonly playPayer: PlayPayerUseCase) {}

  /** The payer pays a pix or a boleto. */
  @Post('pay')
  @ApiOperation({ summary: 'Pay a pix or boleto in the sandbox' })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The captured charge.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async pay(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.playPayer.execute(merchant, id, 'pay', key);
  }

  /** The time of a pix or boleto is up now. */
  @Post('expire')
  @ApiOperation({ summary: 'Let a pix or boleto expire in the sandbox' })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The expired charge.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async expire(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.playPayer.execute(merchant, id, 'expire', key);
  }

  /** The payer disputes the payment. */
  @Post('chargeback')
  @ApiOperation({ summary: 'Dispute a captured charge in the sandbox' })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The charge, charged back.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async chargeBack(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.playPayer.execute(merchant, id, 'chargeback', key);
  }

  /** The payer disputes the payment, in either way. */
  @Post('dispute')
  @ApiOperation({
    summary: 'Dispute a captured charge in the sandbox, as a chargeback or as the return of a pix',
  })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The charge; its dispute is in GET /v1/disputes.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async dispute(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: DisputeChargeBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.playPayer.execute(merchant, id, body.kind, key);
  }
}
