import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  list,
  noContent,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { postbackErrors } from '../postbacks.errors';
import { CreateEndpointUseCase } from './create-endpoint.use-case';
import { DeleteEndpointUseCase } from './delete-endpoint.use-case';
import { CreateEndpointBody, RegenerateSecretBody, UpdateEndpointBody } from './endpoint.body';
import { EndpointReader } from './endpoint.reader';
import { CreatedEndpointResponse, EndpointResponse, RegeneratedSecretResponse } from './endpoint.response';
import { ListEndpointsQuery } from './list-endpoints.query';
import { RegenerateSecretUseCase } from './regenerate-secret.use-case';
import { UpdateEndpointUseCase } from './update-endpoint.use-case';

@ApiTags('Postbacks')
@Controller('v1/postbacks/endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointReader,
    private readonly createEndpoint: CreateEndpointUseCase,
    private readonly updateEndpoint: UpdateEndpointUseCase,
    private readonly deleteEndpoint: DeleteEndpointUseCase,
    private readonly regenerateSecret: RegenerateSecretUseCase,
  ) {}

  @Post()
  @InPortal()
  @ApiOperation({ summary: 'Register a webhook endpoint' })
  @ApiReply(201, CreatedEndpointResponse, 'Registered and active; the secret is shown this once.')
  @ApiErrors(postbackErrors.UNKNOWN_EVENT, postbackErrors.TOO_MANY_ENDPOINTS)
  async create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreateEndpointBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.createEndpoint.execute(merchant, body, key);
  }

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List webhook endpoints' })
  @ApiListReply(EndpointResponse, 'The endpoints, newest first, without secrets.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListEndpointsQuery): Promise<Reply> {
    return list(
      'Webhook endpoints.',
      await this.endpoints.list(merchant.merchantId, query),
      (endpoint) => endpoint,
    );
  }

  @Get(':id')
  @InPortal()
  @ApiOperation({ summary: 'Read one webhook endpoint' })
  @ApiReply(200, EndpointResponse, 'The endpoint, without its secret.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Webhook endpoint.', await this.endpoints.get(merchant.merchantId, id));
  }

  @Patch(':id')
  @InPortal()
  @ApiOperation({ summary: 'Change the url, the events or the status of a webhook endpoint' })
  @ApiReply(200, EndpointResponse, 'Changed.')
  @ApiErrors(postbackErrors.UNKNOWN_EVENT, commonErrors.STALE_VERSION)
  async update(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: UpdateEndpointBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.updateEndpoint.execute(merchant, id, body, expected);
  }

  @Delete(':id')
  @InPortal()
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a webhook endpoint: what was still to be sent is cancelled' })
  @ApiNoContent('Deleted.')
  async delete(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    await this.deleteEndpoint.execute(merchant.merchantId, id);
    return noContent();
  }

  @Post(':id/secret/regenerate')
  @ApiOperation({ summary: 'Give a webhook endpoint a new secret' })
  @ApiReply(200, RegeneratedSecretResponse, 'The new secret, shown this once.')
  async regenerate(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: RegenerateSecretBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.regenerateSecret.execute(merchant.merchantId, id, key, body);
  }
}
