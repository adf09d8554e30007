import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
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
import { submerchantErrors } from '../submerchant.errors';
import { SubmerchantReader } from '../submerchant.reader';
import { SubmerchantResponse } from '../submerchant.response';
import { CreateSubmerchantBody } from './create-submerchant.body';
import { CreateSubmerchantUseCase } from './create-submerchant.use-case';
import { ListSubmerchantsQuery } from './list-submerchants.query';
import { UpdateSubmerchantBody } from './update-submerchant.body';
import { UpdateSubmerchantUseCase } from './update-submerchant.use-case';

@ApiTags('Submerchants')
@Controller('v1/submerchants')
export class SubmerchantsController {
  constructor(
    private readonly createSubmerchant: CreateSubmerchantUseCase,
    private readonly updateSubmerchant: UpdateSubmerchantUseCase,
    private readonly submerchants: SubmerchantReader,
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
    return this.createSubmerchant.execute(merchant, body, key);
  }

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List submerchants' })
  @ApiListReply(SubmerchantResponse, 'The submerchants, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListSubmerchantsQuery): Promise<Reply> {
    const page = await this.submerchants.list(merchant.merchantId, query);
    return list('Submerchants.', page, (item) => item);
  }

  @Get(':id')
  @InPortal('submerchant')
  @ApiOperation({ summary: 'Read one submerchant' })
  @ApiReply(200, SubmerchantResponse, 'The submerchant.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Submerchant.', await this.submerchants.get(merchant.merchantId, id));
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
    const submerchant = await this.updateSubmerchant.execute(merchant, id, body, expected);
    return ok('Submerchant changed.', submerchant);
  }
}
