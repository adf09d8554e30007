import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Merchant, type MerchantIdentity, ReadOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
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
} from '../../common/http';
import { isPlainObject } from '../../common/validation';
import { postbackErrors } from '../postbacks.errors';
import { DeliveryLogListQuery } from './delivery-log-list.query';
import { DeliveryLogRepository } from './delivery-log.repository';
import {
  DeliveryLogDetailResponse,
  DeliveryLogResponse,
  toDeliveryLogDetailResponse,
  toDeliveryLogResponse,
} from './delivery-log.response';
import { PingEndpoint } from './ping-endpoint';
import { ReplayBody } from './replay.body';
import { ReplayDeliveries, ReplayResponse } from './replay-deliveries';
import { ResendDelivery } from './resend-delivery';

/** As the guard sees it, before validation: anything but a plain true is no dry run. */
function isDryRun({ body }: Request): boolean {
  const sent: unknown = body;
  return isPlainObject(sent) && sent['dry_run'] === true;
}

@ApiTags('Postbacks')
@Controller('v1/postbacks')
export class DeliveryLogsController {
  constructor(
    private readonly logs: DeliveryLogRepository,
    private readonly resending: ResendDelivery,
    private readonly pinging: PingEndpoint,
    private readonly replaying: ReplayDeliveries,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('delivery-logs')
  @ApiOperation({ summary: 'List deliveries' })
  @ApiListReply(DeliveryLogResponse, 'The deliveries, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: DeliveryLogListQuery): Promise<Reply> {
    return list('Deliveries.', await this.logs.list(merchant.merchantId, query), toDeliveryLogResponse);
  }

  @Get('delivery-logs/:id')
  @ApiOperation({ summary: 'Read one delivery with every attempt' })
  @ApiReply(200, DeliveryLogDetailResponse, 'The delivery.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const { delivery, attempts } = await this.logs.getDetail(merchant.merchantId, id);
    return ok('Delivery.', toDeliveryLogDetailResponse(delivery, attempts));
  }

  @Post('delivery-logs/:id/resend')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a delivery once more, with the same id and bytes' })
  @ApiReply(202, DeliveryLogResponse, 'Accepted: the attempt follows at once.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED, commonErrors.INVALID_STATE)
  async resend(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const delivery = await this.resending.run(tx, merchant.merchantId, id);
      return accepted('The delivery is sent again.', toDeliveryLogResponse(delivery));
    });
  }

  @Post('endpoints/:id/ping')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a ping to a webhook endpoint' })
  @ApiReply(202, DeliveryLogResponse, 'Accepted: the row of the log that the ping has.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED)
  async ping(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const delivery = await this.pinging.run(tx, merchant.merchantId, id);
      return accepted('The ping is on its way.', toDeliveryLogResponse(delivery));
    });
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
    @Body() body: ReplayBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    if (body.dry_run === true) {
      // contract §1: a dry run changes nothing, so its Idempotency-Key is ignored.
      return ok('Nothing was sent: a dry run.', await this.replaying.preview(merchant.merchantId, id, body));
    }
    return this.idempotency.run(key, async (tx) =>
      accepted('The deliveries are sent again.', await this.replaying.run(tx, merchant.merchantId, id, body)),
    );
  }
}
