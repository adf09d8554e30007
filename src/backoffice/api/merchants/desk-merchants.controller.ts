import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiKeysService,
  MerchantListQuery,
  MerchantsService,
  Operator,
  type OperatorIdentity,
  Roles,
  SCOPES,
} from '../../../auth';
import { operatorActor } from '../../../common/audit';
import {
  ApiListReply,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../../common/http';
import { ListSubmerchantsQuery, SubmerchantRepository } from '../../../submerchants';
import { DeskMerchants } from './desk-merchants';
import { CreateMerchantBody } from './merchant.bodies';
import {
  CreatedMerchantResponse,
  DeskMerchantResponse,
  DeskSubmerchantResponse,
  toCreatedMerchantResponse,
  toDeskMerchantResponse,
  toDeskSubmerchantResponse,
} from './merchant.responses';

/** Merchants, for operators (contract §8). */
@ApiTags('Review')
@Controller('v1/review/merchants')
export class DeskMerchantsController {
  constructor(
    private readonly desk: DeskMerchants,
    private readonly merchants: MerchantsService,
    private readonly keys: ApiKeysService,
    private readonly submerchants: SubmerchantRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List merchants' })
  @ApiListReply(DeskMerchantResponse, 'The merchants, newest first.')
  async list(@Query() query: MerchantListQuery): Promise<Reply> {
    return list('Merchants.', await this.desk.list(query), ({ merchant, counts }) =>
      toDeskMerchantResponse(merchant, counts),
    );
  }

  @Post()
  @Roles('admin')
  @ApiOperation({ summary: 'Make a merchant and its first key pair; the secret is shown this once' })
  @ApiReply(201, CreatedMerchantResponse, 'The merchant with its first key pair.')
  async create(
    @Operator() operator: OperatorIdentity,
    @Body() body: CreateMerchantBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const actor = operatorActor(operator);
    const input = { name: body.name, mode: body.mode ?? 'test' };
    return this.idempotency.run(key, async (tx) => {
      const merchant = await this.merchants.create(tx, input, actor);
      const pair = await this.keys.issue(tx, merchant, { scopes: [...SCOPES], expiresAt: null }, actor);
      return created('Merchant created.', toCreatedMerchantResponse(merchant, pair)).hiding('secret_key');
    });
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one merchant' })
  @ApiReply(200, DeskMerchantResponse, 'The merchant.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    const merchant = await this.desk.get(id);
    const counts = await this.desk.counts([id]);
    return ok('Merchant.', toDeskMerchantResponse(merchant, counts(id)));
  }

  @Get(':id/submerchants')
  @ApiOperation({ summary: "List a merchant's submerchants, whatever their status" })
  @ApiListReply(DeskSubmerchantResponse, 'The submerchants, newest first; tax numbers are masked.')
  async listSubmerchants(@RouteId('id') id: string, @Query() query: ListSubmerchantsQuery): Promise<Reply> {
    await this.desk.get(id);
    return list('Submerchants.', await this.submerchants.list(id, query), toDeskSubmerchantResponse);
  }
}
