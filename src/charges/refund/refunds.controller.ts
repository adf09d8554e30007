import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
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
} from '../../common/http';
import { chargeErrors } from '../charge.errors';
import { CreateRefundBody } from './create-refund.body';
import { ListRefundsQuery } from './list-refunds.query';
import { RefundChargeUseCase } from './refund-charge.use-case';
import { RefundReader } from './refund.reader';
import { RefundResponse, toRefundResponse } from './refund.response';

@ApiTags('Charges')
@Controller('v1/charges/:id')
export class RefundsController {
  constructor(
    private readonly refundCharge: RefundChargeUseCase,
    private readonly refunds: RefundReader,
  ) {}

  /** Gives all or a part of the captured amount back to the payer. */
  @Post('refund')
  @ApiOperation({ summary: 'Give money back, whole or in part' })
  @ApiReply(201, RefundResponse, 'The refund: succeeded, or failed when the provider refused it.')
  @ApiReply(202, RefundResponse, 'The provider has not answered yet: the refund as it stands.')
  @ApiErrors(
    commonErrors.INVALID_STATE,
    chargeErrors.DISPUTE_OPEN,
    chargeErrors.REFUND_EXCEEDS_CAPTURED,
    chargeErrors.REFUND_SPLIT_INVALID,
    chargeErrors.REFUND_SPLIT_EXCEEDS_SHARE,
    commonErrors.INSUFFICIENT_BALANCE,
  )
  async refund(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: CreateRefundBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.refundCharge.execute(merchant, id, body, key);
  }

  @Get('refunds')
  @ApiOperation({ summary: 'List the refunds of a charge' })
  @ApiListReply(RefundResponse, 'The refunds of the charge, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListRefundsQuery,
  ): Promise<Reply> {
    const page = await this.refunds.list(merchant.merchantId, id, query);
    return list('These are the refunds of the charge.', page, toRefundResponse);
  }

  @Get('refunds/:refundId')
  @ApiOperation({ summary: 'Read one refund' })
  @ApiReply(200, RefundResponse, 'The refund.')
  async read(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('refundId') refundId: string,
  ): Promise<Reply> {
    const refund = await this.refunds.get(merchant.merchantId, id, refundId);
    return ok('This is the refund.', toRefundResponse(refund));
  }
}
