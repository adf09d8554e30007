import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  noContent,
  type Reply,
  RouteId,
} from '../../common/http';
import { WalletReader } from '../wallet.reader';
import { HoldReader } from './hold.reader';
import { HoldResponse } from './hold.response';
import { ListHoldsQuery } from './list-holds.query';
import { PlaceHoldBody } from './place-hold.body';
import { PlaceHoldUseCase } from './place-hold.use-case';
import { ReleaseHoldUseCase } from './release-hold.use-case';

/** What operators hold of wallets (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/wallets/:id/holds')
export class OperatorHoldsController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly holds: HoldReader,
    private readonly placing: PlaceHoldUseCase,
    private readonly releasing: ReleaseHoldUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List what operators hold of a wallet, and held' })
  @ApiListReply(HoldResponse, 'The holds, newest first.')
  async list(@RouteId('id') id: string, @Query() query: ListHoldsQuery): Promise<Reply> {
    const wallet = await this.wallets.getAnyRecord(id);
    return list('Holds.', await this.holds.list(wallet, query), (hold) => hold);
  }

  @Post()
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Hold money of a wallet' })
  @ApiReply(201, HoldResponse, 'Held: it is blocked, not available.')
  @ApiErrors(commonErrors.INSUFFICIENT_BALANCE)
  place(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: PlaceHoldBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.placing.execute(operator, id, body, key);
  }

  @Delete(':holdId')
  @HttpCode(204)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Release what is held of a wallet' })
  @ApiNoContent('Released: it is available again.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async release(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @RouteId('holdId') holdId: string,
  ): Promise<Reply> {
    await this.releasing.execute(operator, id, holdId);
    return noContent();
  }
}
