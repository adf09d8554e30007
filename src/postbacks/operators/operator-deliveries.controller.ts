import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
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
import { postbackErrors } from '../postbacks.errors';
import { ListOperatorDeliveriesQuery } from '../delivery-logs/list-delivery-logs.query';
import { OperatorDeliveryReader } from './operator-delivery.reader';
import { OperatorDeliveryDetailResponse, OperatorDeliveryResponse } from './operator-delivery.response';
import { OperatorResendDeliveryUseCase } from './operator-resend-delivery.use-case';

/** The delivery log of all merchants (contract §8). */
@ApiTags('Review')
@Controller('v1/review/deliveries')
export class OperatorDeliveriesController {
  constructor(
    private readonly deliveries: OperatorDeliveryReader,
    private readonly resendDelivery: OperatorResendDeliveryUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the deliveries of all merchants' })
  @ApiListReply(OperatorDeliveryResponse, 'The deliveries, newest first.')
  async list(@Query() query: ListOperatorDeliveriesQuery): Promise<Reply> {
    return list('Deliveries.', await this.deliveries.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one delivery with its body and every attempt' })
  @ApiReply(200, OperatorDeliveryDetailResponse, 'The delivery; tax numbers are masked.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Delivery.', await this.deliveries.get(id));
  }

  @Post(':id/resend')
  @HttpCode(202)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'Send a delivery once more, with the same id and bytes' })
  @ApiReply(
    202,
    OperatorDeliveryResponse,
    'Accepted: the attempt follows at once. One that was asked for before and has not begun serves both.',
  )
  @ApiReply(
    200,
    OperatorDeliveryResponse,
    'The same Idempotency-Key again, once the attempt has ended: the outcome.',
  )
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED, commonErrors.INVALID_STATE)
  async resend(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.resendDelivery.execute(operator, id, key);
  }
}
