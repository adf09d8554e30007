import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { operatorActor } from '../../common/audit';
import {
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { Operator, Roles, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { CreateMerchantBody } from './create-merchant.body';
import { CreateMerchantUseCase } from './create-merchant.use-case';
import { ListMerchantsQuery } from './list-merchants.query';
import { OperatorMerchantReader } from './operator-merchant.reader';
import {
  CreatedMerchantResponse,
  OperatorMerchantResponse,
  toOperatorMerchantResponse,
} from './operator-merchant.response';

/** Merchants, for operators (contract §8). */
@ApiTags('Review')
@Controller('v1/review/merchants')
export class OperatorMerchantsController {
  constructor(
    private readonly merchants: OperatorMerchantReader,
    private readonly creation: CreateMerchantUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List merchants' })
  @ApiListReply(OperatorMerchantResponse, 'The merchants, newest first.')
  async list(@Query() query: ListMerchantsQuery): Promise<Reply> {
    return list('Merchants.', await this.merchants.list(query), ({ merchant, counts }) =>
      toOperatorMerchantResponse(merchant, counts),
    );
  }

  /** What answers a secret key needs a session. */
  @Post()
  @SessionOnly()
  @Roles('admin')
  @ApiOperation({ summary: 'Make a merchant and its first key pair; the secret is shown this once' })
  @ApiReply(201, CreatedMerchantResponse, 'The merchant with its first key pair.')
  create(
    @Operator() operator: OperatorIdentity,
    @Body() body: CreateMerchantBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const input = { name: body.name, mode: body.mode ?? 'test' } as const;
    return this.creation.execute(input, operatorActor(operator), key);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one merchant' })
  @ApiReply(200, OperatorMerchantResponse, 'The merchant.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    const { merchant, counts } = await this.merchants.get(id);
    return ok('Merchant.', toOperatorMerchantResponse(merchant, counts));
  }
}
