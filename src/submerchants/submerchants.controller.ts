import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../auth';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { TxRunner } from '../database';
import { CreateSubmerchant } from './record/create-submerchant';
import { CreateSubmerchantBody } from './dto/create-submerchant.body';
import { SubmerchantListQuery } from './dto/submerchant-list.query';
import { UpdateSubmerchantBody } from './dto/update-submerchant.body';
import { SubmerchantChanges } from './submerchant.changes';
import { submerchantErrors } from './submerchant.errors';
import { SubmerchantRepository } from './submerchant.repository';
import { SubmerchantResponse } from './submerchant.response';
import { UpdateSubmerchant } from './record/update-submerchant';

@ApiTags('Submerchants')
@Controller('v1/submerchants')
export class SubmerchantsController {
  constructor(
    private readonly creation: CreateSubmerchant,
    private readonly changing: UpdateSubmerchant,
    private readonly repository: SubmerchantRepository,
    private readonly changes: SubmerchantChanges,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Register a submerchant' })
  @ApiReply(201, SubmerchantResponse, 'Registered, in status pending.')
  @ApiErrors(submerchantErrors.INVALID_TAX_ID)
  async create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreateSubmerchantBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.creation.run(tx, merchant, body);
      return created('Submerchant created.', await this.changes.respond(submerchant, tx));
    });
  }

  @Get()
  @ApiOperation({ summary: 'List submerchants' })
  @ApiListReply(SubmerchantResponse, 'The submerchants, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: SubmerchantListQuery): Promise<Reply> {
    const page = await this.repository.list(merchant.merchantId, query);
    const items = await this.changes.respondAll(page.items);
    return list('Submerchants.', { ...page, items }, (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one submerchant' })
  @ApiReply(200, SubmerchantResponse, 'The submerchant.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const submerchant = await this.repository.get(merchant.merchantId, id);
    return ok('Submerchant.', await this.changes.respond(submerchant));
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a submerchant: send only the fields to change' })
  @ApiReply(200, SubmerchantResponse, 'Changed.')
  @ApiErrors(
    commonErrors.STALE_VERSION,
    submerchantErrors.SUBMERCHANT_LOCKED,
    submerchantErrors.ENTITY_TYPE_FIXED,
    submerchantErrors.INVALID_TAX_ID,
  )
  async update(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: UpdateSubmerchantBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.transactions.run(async (tx) => {
      const submerchant = await this.changing.run(tx, merchant, id, body, expected);
      return ok('Submerchant changed.', await this.changes.respond(submerchant, tx));
    });
  }
}
