import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, ReadOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  isDryRun,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { postbackErrors } from '../postbacks.errors';
import { DeliveryLogReader } from './delivery-log.reader';
import { DeliveryLogDetailResponse, DeliveryLogResponse } from './delivery-log.response';
import { ListDeliveryLogsQuery } from './list-delivery-logs.query';
import { PingEndpointUseCase } from './ping-endpoint.use-case';
import { ReplayDeliveriesBody } from './replay-deliveries.body';
import { ReplayDeliveriesUseCase, ReplayResponse } from './replay-deliveries.use-case';
import { ResendDeliveryUseCase } from './resend-delivery.use-case';

@ApiTags('Postbacks')
@Controller('v1/postbacks')
export class DeliveryLogsController {
  constructor(
    private readonly logs: DeliveryLogReader,
    private readonly resendDelivery: ResendDeliveryUseCase,
    private readonly pingEndpoint: PingEndpointUseCase,
    private readonly replayDeliveries: ReplayDeliveriesUseCase,
  ) {}

  @Get('delivery-logs')
  @InPortal()
  @ApiOperation({ summary: 'List deliveries' })
  @ApiListReply(DeliveryLogResponse, 'The deliveries, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListDeliveryLogsQuery): Promise<Reply> {
    return list('Deliveries.', await this.logs.list(merchant.merchantId, query), (delivery) => delivery);
  }

  @Get('delivery-logs/:id')
  @InPortal()
  @ApiOperation({ summary: 'Read one delivery with every attempt' })
  @ApiReply(200, DeliveryLogDetailResponse, 'The delivery.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Delivery.', await this.logs.get(merchant.merchantId, id));
  }

  @Post('delivery-logs/:id/resend')
  @InPortal()
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a delivery once more, with the same id and bytes' })
  @ApiReply(
    202,
    DeliveryLogResponse,
    'Accepted: the attempt follows at once. One that was asked for before and has not begun serves both.',
  )
  @ApiReply(
    200,
    DeliveryLogResponse,
    'The same Idempotency-Key again, once the attempt has ended: the outcome.',
  )
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED, commonErrors.INVALID_STATE)
  async resend(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.resendDelivery.execute(merchant.merchantId, id, key);
  }

  @Post('endpoints/:id/ping')
  @InPortal()
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a ping to a webhook endpoint' })
  @ApiReply(202, DeliveryLogResponse, 'Accepted: the row of the log that the ping has.')
  @ApiReply(200, DeliveryLogResponse, 'The same Idempotency-Key again, once it has ended: the outcome.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED)
  async ping(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.pingEndpoint.execute(merchant.merchantId, id, key);
  }

  @Post('endpoints/:id/replay')
  @HttpCode(202)
  @ReadOnly(isDryRun)
  @ApiOperation({
    summary: 'Send the deliveries of a period again, oldest first, with the same ids and bytes',
  })
  @ApiReply(202, ReplayResponse, 'Accepted: they are sent one after the other.')
  @ApiReply(200, ReplayResponse, 'A dry run: what would be sent.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED)
  async replay(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: ReplayDeliveriesBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.replayDeliveries.execute(merchant.merchantId, id, body, key);
  }
}
