import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, ReadOnly } from '../auth';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { submerchantErrors } from '../submerchants';
import { CaptureChargeUseCase } from './capture/capture-charge.use-case';
import { VoidChargeUseCase } from './capture/void-charge.use-case';
import { CaptureChargeBody } from './capture/capture-charge.body';
import { chargeErrors } from './charge.errors';
import { ChargeReader } from './charge.reader';
import { ChargeResponse, PreviewResponse, toChargeResponse } from './charge.response';
import { AwaitOutcomeUseCase } from './create/await-outcome.use-case';
import { CreateChargeUseCase } from './create/create-charge.use-case';
import { PreviewChargeUseCase } from './create/preview-charge.use-case';
import { CreateChargeBody, PreviewChargeBody } from './create/create-charge.body';
import { PreferWait } from './create/prefer-wait';
import { ListChargesQuery } from './search/list-charges.query';

@ApiTags('Charges')
@Controller('v1/charges')
export class ChargesController {
  constructor(
    private readonly createCharge: CreateChargeUseCase,
    private readonly previewCharge: PreviewChargeUseCase,
    private readonly awaitOutcome: AwaitOutcomeUseCase,
    private readonly captureCharge: CaptureChargeUseCase,
    private readonly voidCharge: VoidChargeUseCase,
    private readonly charges: ChargeReader,
  ) {}

  /** Creates a payment, on the merchant's own account or on behalf of a submerchant. */
  @Post()
  @ApiOperation({ summary: 'Create a charge' })
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description:
      '`wait=N`: hold the answer of a card charge until its first outcome, N seconds at most (20).',
  })
  @ApiReply(201, ChargeResponse, 'The charge, pending; with Prefer: wait as it is after the wait.')
  @ApiErrors(
    commonErrors.NOT_FOUND,
    commonErrors.PROVIDER_NOT_CONFIGURED,
    chargeErrors.SUBMERCHANT_NOT_ACTIVE,
    chargeErrors.RAW_CARD_NOT_ALLOWED,
    chargeErrors.SPLIT_INVALID,
    chargeErrors.SPLIT_RECIPIENT_INVALID,
    submerchantErrors.INVALID_TAX_ID,
  )
  async create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreateChargeBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @PreferWait() waitSeconds: number | null,
  ): Promise<Reply> {
    const reply = await this.createCharge.execute(merchant, body, key);
    return waitSeconds === null ? reply : this.awaitOutcome.execute(merchant.merchantId, reply, waitSeconds);
  }

  /** Says how a charge would be divided, and creates nothing. */
  @Post('preview')
  @ApiOperation({ summary: 'Say how a charge would be divided' })
  @HttpCode(200)
  @ReadOnly()
  @ApiReply(200, PreviewResponse, 'The total and its division.')
  @ApiErrors(
    commonErrors.NOT_FOUND,
    chargeErrors.SUBMERCHANT_NOT_ACTIVE,
    chargeErrors.RAW_CARD_NOT_ALLOWED,
    chargeErrors.SPLIT_INVALID,
    chargeErrors.SPLIT_RECIPIENT_INVALID,
    submerchantErrors.INVALID_TAX_ID,
  )
  async preview(@Merchant() merchant: MerchantIdentity, @Body() body: PreviewChargeBody): Promise<Reply> {
    return ok('This is how the charge would be divided.', await this.previewCharge.execute(merchant, body));
  }

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List charges' })
  @ApiListReply(ChargeResponse, "The merchant's charges, newest first.")
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListChargesQuery): Promise<Reply> {
    const page = await this.charges.list(merchant.merchantId, query);
    return list('These are your charges.', page, ({ charge, splits }) => toChargeResponse(charge, splits));
  }

  @Get(':id')
  @InPortal()
  @ApiOperation({ summary: 'Read one charge' })
  @ApiReply(200, ChargeResponse, 'The charge.')
  async read(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const { charge, splits } = await this.charges.get(merchant.merchantId, id);
    return ok('This is the charge.', toChargeResponse(charge, splits));
  }

  /** Takes an authorised amount, whole or in part; the rest is released. */
  @Post(':id/capture')
  @ApiOperation({ summary: 'Capture an authorised amount, whole or in part' })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The captured charge.')
  @ApiReply(202, ChargeResponse, 'The provider has not answered yet: the charge as it stands.')
  @ApiErrors(
    commonErrors.INVALID_STATE,
    chargeErrors.CAPTURE_EXCEEDS_AUTHORIZED,
    commonErrors.OPERATION_IN_PROGRESS,
    commonErrors.PROVIDER_REFUSED,
  )
  async capture(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: CaptureChargeBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.captureCharge.execute(merchant, id, body, key);
  }

  /** Releases an authorisation, or withdraws a charge that nobody has paid. */
  @Post(':id/void')
  @ApiOperation({ summary: 'Withdraw an authorisation, or a pix or boleto that is not paid' })
  @HttpCode(200)
  @ApiReply(200, ChargeResponse, 'The voided charge.')
  @ApiReply(202, ChargeResponse, 'The provider has not answered yet: the charge as it stands.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.OPERATION_IN_PROGRESS, commonErrors.PROVIDER_REFUSED)
  async void(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.voidCharge.execute(merchant, id, key);
  }
}
