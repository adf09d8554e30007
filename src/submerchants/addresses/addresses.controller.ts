import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
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
import { submerchantErrors } from '../submerchant.errors';
import { SubmerchantRepository } from '../submerchant.repository';
import { AddressListQuery, CreateAddressBody, UpdateAddressBody } from './address.dto';
import { AddressRepository } from './address.repository';
import { AddressResponse, toAddressResponse } from './address.response';
import { AddressesService } from './addresses.service';

@ApiTags('Addresses')
@Controller('v1/submerchants/:id/addresses')
export class AddressesController {
  constructor(
    private readonly service: AddressesService,
    private readonly submerchants: SubmerchantRepository,
    private readonly addresses: AddressRepository,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Add an address' })
  @ApiReply(201, AddressResponse, 'Added.')
  @ApiErrors(submerchantErrors.SUBMERCHANT_LOCKED, submerchantErrors.TOO_MANY_ADDRESSES)
  async create(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: CreateAddressBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const address = await this.service.add(tx, merchant.merchantId, id, body);
      return created('Address added.', toAddressResponse(address));
    });
  }

  @Get()
  @ApiOperation({ summary: 'List the addresses of a submerchant' })
  @ApiListReply(AddressResponse, 'The addresses, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: AddressListQuery,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    return list('Addresses of the submerchant.', await this.addresses.list(id, query), toAddressResponse);
  }

  @Get(':addressId')
  @ApiOperation({ summary: 'Read one address' })
  @ApiReply(200, AddressResponse, 'The address.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('addressId') addressId: string,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    return ok('Address.', toAddressResponse(await this.addresses.get(id, addressId)));
  }

  @Patch(':addressId')
  @ApiOperation({ summary: 'Change an address: send only the fields to change' })
  @ApiReply(200, AddressResponse, 'Changed.')
  @ApiErrors(submerchantErrors.SUBMERCHANT_LOCKED, commonErrors.STALE_VERSION)
  async update(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('addressId') addressId: string,
    @Body() body: UpdateAddressBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    const address = await this.transactions.run((tx) =>
      this.service.update(tx, merchant.merchantId, id, addressId, body, expected),
    );
    return ok('Address changed.', toAddressResponse(address));
  }

  @Delete(':addressId')
  @ApiOperation({ summary: 'Delete an address' })
  @ApiNoContent('Deleted.')
  @ApiErrors(submerchantErrors.SUBMERCHANT_LOCKED)
  async delete(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('addressId') addressId: string,
  ): Promise<Reply> {
    await this.transactions.run((tx) => this.service.remove(tx, merchant.merchantId, id, addressId));
    return noContent();
  }
}
