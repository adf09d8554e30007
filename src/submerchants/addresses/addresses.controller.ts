import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
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
import { submerchantErrors } from '../submerchant.errors';
import { AddressReader } from './address.reader';
import { AddressResponse, toAddressResponse } from './address.response';
import { CreateAddressBody } from './create-address.body';
import { CreateAddressUseCase } from './create-address.use-case';
import { DeleteAddressUseCase } from './delete-address.use-case';
import { ListAddressesQuery } from './list-addresses.query';
import { UpdateAddressBody } from './update-address.body';
import { UpdateAddressUseCase } from './update-address.use-case';

@ApiTags('Addresses')
@Controller('v1/submerchants/:id/addresses')
export class AddressesController {
  constructor(
    private readonly createAddress: CreateAddressUseCase,
    private readonly updateAddress: UpdateAddressUseCase,
    private readonly deleteAddress: DeleteAddressUseCase,
    private readonly addresses: AddressReader,
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
    return this.createAddress.execute(merchant.merchantId, id, body, key);
  }

  @Get()
  @ApiOperation({ summary: 'List the addresses of a submerchant' })
  @ApiListReply(AddressResponse, 'The addresses, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListAddressesQuery,
  ): Promise<Reply> {
    const page = await this.addresses.list(merchant.merchantId, id, query);
    return list('Addresses of the submerchant.', page, toAddressResponse);
  }

  @Get(':addressId')
  @ApiOperation({ summary: 'Read one address' })
  @ApiReply(200, AddressResponse, 'The address.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('addressId') addressId: string,
  ): Promise<Reply> {
    const address = await this.addresses.get(merchant.merchantId, id, addressId);
    return ok('Address.', toAddressResponse(address));
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
    const address = await this.updateAddress.execute(merchant.merchantId, id, addressId, body, expected);
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
    await this.deleteAddress.execute(merchant.merchantId, id, addressId);
    return noContent();
  }
}
