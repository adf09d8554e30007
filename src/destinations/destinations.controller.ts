import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, MovesMoney } from '../auth';
import { merchantActor } from '../common/audit';
import { commonErrors } from '../common/errors';
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
} from '../common/http';
import { AddDestinationBody } from './add/add-destination.body';
import { AddDestinationUseCase } from './add/add-destination.use-case';
import { ChangeDestinationBody } from './change/change-destination.body';
import { ChangeDestinationUseCase } from './change/change-destination.use-case';
import { RemoveDestinationUseCase } from './change/remove-destination.use-case';
import { destinationErrors } from './destination.errors';
import { DestinationReader } from './destination.reader';
import { DestinationResponse, toDestinationResponse } from './destination.response';
import { ListDestinationsQuery } from './list-destinations.query';

/** Where a wallet's money may go (money contract §12). */
@ApiTags('Wallets')
@InPortal()
@Controller('v1/wallets/:id/destinations')
export class DestinationsController {
  constructor(
    private readonly destinations: DestinationReader,
    private readonly adding: AddDestinationUseCase,
    private readonly changing: ChangeDestinationUseCase,
    private readonly removing: RemoveDestinationUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the destinations of a wallet' })
  @ApiListReply(DestinationResponse, 'Its destinations, newest first, also those that ended.')
  async list(
    @Merchant() { merchantId }: MerchantIdentity,
    @RouteId('id') walletId: string,
    @Query() query: ListDestinationsQuery,
  ): Promise<Reply> {
    const page = await this.destinations.list(merchantId, walletId, query);
    return list('These are the destinations.', page, toDestinationResponse);
  }

  @Get(':destinationId')
  @ApiOperation({ summary: 'Read one destination' })
  @ApiReply(200, DestinationResponse, 'The destination.')
  async get(
    @Merchant() { merchantId }: MerchantIdentity,
    @RouteId('id') walletId: string,
    @RouteId('destinationId') id: string,
  ): Promise<Reply> {
    const destination = await this.destinations.get(merchantId, walletId, id);
    return ok('This is the destination.', toDestinationResponse(destination));
  }

  /** Its provider is asked whose it is; the owner's alone become active. */
  @Post()
  @MovesMoney()
  @ApiOperation({ summary: 'Register a Pix key or a bank account of the wallet’s owner' })
  @ApiReply(201, DestinationResponse, 'The destination, pending until its provider has answered.')
  @ApiReply(200, DestinationResponse, 'The destination that leads there already.')
  @ApiErrors(
    destinationErrors.INVALID_PIX_KEY,
    destinationErrors.HOLDER_MISMATCH,
    destinationErrors.OWNER_TAX_ID_MISSING,
    destinationErrors.TOO_MANY_DESTINATIONS,
    commonErrors.PROVIDER_NOT_CONFIGURED,
  )
  add(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') walletId: string,
    @Body() body: AddDestinationBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.adding.execute(merchant, walletId, body, key);
  }

  @Patch(':destinationId')
  @MovesMoney()
  @ApiOperation({ summary: 'Name a destination, or make it the default' })
  @ApiReply(200, DestinationResponse, 'The destination.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  async change(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') walletId: string,
    @RouteId('destinationId') id: string,
    @Body() body: ChangeDestinationBody,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    const { merchantId } = merchant;
    const request = { merchantId, actor: merchantActor(merchant), walletId, id, expectedVersion };
    const changed = await this.changing.execute(request, body);
    return ok('Changed.', toDestinationResponse(changed));
  }

  @Delete(':destinationId')
  @HttpCode(204)
  @MovesMoney()
  @ApiOperation({ summary: 'Disable a destination' })
  @ApiNoContent('It is disabled; the oldest active one is the default now.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async remove(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') walletId: string,
    @RouteId('destinationId') id: string,
  ): Promise<Reply> {
    const { merchantId } = merchant;
    const request = { merchantId, actor: merchantActor(merchant), walletId, id, expectedVersion: null };
    await this.removing.execute(request);
    return noContent();
  }
}
