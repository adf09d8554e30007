import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { ReplayDeliveriesBody } from '../delivery-logs/replay-deliveries.body';
import { ReplayResponse } from '../delivery-logs/replay-deliveries.use-case';
import { postbackErrors } from '../postbacks.errors';
import { ListOperatorEndpointsQuery } from './list-operator-endpoints.query';
import { OperatorEndpointReader } from './operator-endpoint.reader';
import { OperatorEndpointResponse } from './operator-endpoint.response';
import { OperatorEndpointStatusUseCase } from './operator-endpoint-status.use-case';
import { OperatorReplayDeliveriesUseCase } from './operator-replay-deliveries.use-case';

/** The webhook endpoints of all merchants: how they do, and what operators do when they do badly. */
@ApiTags('Review')
@Controller('v1/review/endpoints')
export class OperatorEndpointsController {
  constructor(
    private readonly endpoints: OperatorEndpointReader,
    private readonly changeStatus: OperatorEndpointStatusUseCase,
    private readonly replayDeliveries: OperatorReplayDeliveriesUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the webhook endpoints of all merchants' })
  @ApiListReply(OperatorEndpointResponse, 'The endpoints, newest first, without secrets.')
  async list(@Query() query: ListOperatorEndpointsQuery): Promise<Reply> {
    return list('Webhook endpoints.', await this.endpoints.list(query), (endpoint) => endpoint);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one webhook endpoint with how its newest deliveries stand' })
  @ApiReply(200, OperatorEndpointResponse, 'The endpoint, without its secret.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Webhook endpoint.', await this.endpoints.get(id));
  }

  @Post(':id/pause')
  @HttpCode(200)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'Pause a webhook endpoint: what was still to be sent is held' })
  @ApiReply(200, OperatorEndpointResponse, 'Paused.')
  @ApiErrors(commonErrors.STALE_VERSION, commonErrors.INVALID_STATE)
  async pause(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.changeStatus.execute({ operator, id, expectedVersion }, 'pause', key);
  }

  @Post(':id/activate')
  @HttpCode(200)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'Activate a paused webhook endpoint; what is held waits for a replay' })
  @ApiReply(200, OperatorEndpointResponse, 'Active.')
  @ApiErrors(commonErrors.STALE_VERSION, commonErrors.INVALID_STATE)
  async activate(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.changeStatus.execute({ operator, id, expectedVersion }, 'activate', key);
  }

  @Post(':id/replay')
  @HttpCode(202)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'Send the deliveries of a period again, with the same ids and bytes' })
  @ApiReply(202, ReplayResponse, 'Accepted: they are sent again, the oldest first.')
  @ApiReply(200, ReplayResponse, 'A dry run: nothing was sent.')
  @ApiErrors(postbackErrors.ENDPOINT_PAUSED)
  async replay(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: ReplayDeliveriesBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.replayDeliveries.execute(operator, id, body, key);
  }
}
