import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  list,
  noContent,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { TxRunner } from '../../database';
import { postbackErrors } from '../postbacks.errors';
import { ChangeEndpoint } from './change-endpoint';
import { CreateEndpoint } from './create-endpoint';
import { CreateEndpointBody, RegenerateSecretBody, UpdateEndpointBody } from './dto/endpoint.bodies';
import { EndpointListQuery } from './dto/endpoint-list.query';
import { EndpointRepository } from './endpoint.repository';
import {
  CreatedEndpointResponse,
  EndpointResponse,
  RegeneratedSecretResponse,
  toCreatedEndpointResponse,
  toEndpointResponse,
  toRegeneratedSecretResponse,
} from './endpoint.response';
import { EndpointUrls } from './endpoint-urls';

@ApiTags('Postbacks')
@Controller('v1/postbacks/endpoints')
export class EndpointsController {
  constructor(
    private readonly creation: CreateEndpoint,
    private readonly changes: ChangeEndpoint,
    private readonly repository: EndpointRepository,
    private readonly urls: EndpointUrls,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Register a webhook endpoint' })
  @ApiReply(201, CreatedEndpointResponse, 'Registered and active; the secret is shown this once.')
  @ApiErrors(postbackErrors.UNKNOWN_EVENT, postbackErrors.TOO_MANY_ENDPOINTS)
  async create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreateEndpointBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    await this.urls.assertAllowed(body.url, merchant.mode);
    return this.idempotency.run(key, async (tx) => {
      const { endpoint, secret } = await this.creation.run(tx, merchant.merchantId, body);
      return created('Webhook endpoint created.', toCreatedEndpointResponse(endpoint, secret)).hiding(
        'secret',
      );
    });
  }

  @Get()
  @ApiOperation({ summary: 'List webhook endpoints' })
  @ApiListReply(EndpointResponse, 'The endpoints, newest first, without secrets.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: EndpointListQuery): Promise<Reply> {
    return list(
      'Webhook endpoints.',
      await this.repository.list(merchant.merchantId, query),
      toEndpointResponse,
    );
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one webhook endpoint' })
  @ApiReply(200, EndpointResponse, 'The endpoint, without its secret.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Webhook endpoint.', toEndpointResponse(await this.repository.get(merchant.merchantId, id)));
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change the url, the events or the status of a webhook endpoint' })
  @ApiReply(200, EndpointResponse, 'Changed.')
  @ApiErrors(postbackErrors.UNKNOWN_EVENT, commonErrors.STALE_VERSION)
  async update(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: UpdateEndpointBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    if (body.url !== undefined) await this.urls.assertAllowed(body.url, merchant.mode);
    return this.transactions.run(async (tx) =>
      ok(
        'Webhook endpoint changed.',
        toEndpointResponse(await this.changes.update(tx, merchant.merchantId, id, body, expected)),
      ),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a webhook endpoint: what was still to be sent is cancelled' })
  @ApiNoContent('Deleted.')
  async delete(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    await this.transactions.run((tx) => this.changes.delete(tx, merchant.merchantId, id));
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
    return this.idempotency.run(key, async (tx) => {
      const { endpoint, secret } = await this.changes.regenerateSecret(
        tx,
        merchant.merchantId,
        id,
        body.overlap_seconds,
      );
      return ok('Secret regenerated.', toRegeneratedSecretResponse(endpoint, secret)).hiding('secret');
    });
  }
}
