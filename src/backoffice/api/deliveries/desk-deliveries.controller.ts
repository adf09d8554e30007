import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../../auth';
import { commonErrors } from '../../../common/errors';
import {
  accepted,
  ApiErrors,
  ApiListReply,
  ApiReply,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../../common/http';
import { postbackErrors } from '../../../postbacks';
import { DeskDeliveryDetailResponse, DeskDeliveryResponse } from './delivery.responses';
import { DeskDeliveries } from './desk-deliveries';
import { DeskDeliveriesQuery } from './desk-deliveries.query';

/** The delivery log of all merchants (contract §8). */
@ApiTags('Review')
@Controller('v1/review/deliveries')
export class DeskDeliveriesController {
  constructor(
    private readonly desk: DeskDeliveries,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the deliveries of all merchants' })
  @ApiListReply(DeskDeliveryResponse, 'The deliveries, newest first.')
  async list(@Query() query: DeskDeliveriesQuery): Promise<Reply> {
    return list('Deliveries.', await this.desk.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one delivery with its body and every attempt' })
  @ApiReply(200, DeskDeliveryDetailResponse, 'The delivery; tax numbers are masked.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Delivery.', await this.desk.read(id));
  }

  @Post(':id/resend')
  @HttpCode(202)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'Send a delivery once more, with the same id and bytes' })
  @ApiReply(202, DeskDeliveryResponse, 'Accepted: the attempt follows at once.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED, commonErrors.INVALID_STATE)
  async resend(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) =>
      accepted('The delivery is sent again.', await this.desk.resend(tx, id, operator)),
    );
  }
}
