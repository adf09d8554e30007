import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
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
import { ListAnticipationItemsQuery } from '../items/list-anticipation-items.query';
import { ListOperatorAnticipationsQuery } from '../list-anticipations.query';
import { AnticipationItemResponse, toAnticipationItemResponse } from '../look/anticipation-item.response';
import { DecideAnticipationUseCase } from './decide-anticipation.use-case';
import { OperatorAnticipationReader } from './operator-anticipation.reader';
import { OperatorAnticipationResponse } from './operator-anticipation.response';
import { RefuseAnticipationBody } from './refuse-anticipation.body';

/** Anticipations of all merchants, as a queue (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/anticipations')
export class OperatorAnticipationsController {
  constructor(
    private readonly anticipations: OperatorAnticipationReader,
    private readonly deciding: DecideAnticipationUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the anticipations of all merchants' })
  @ApiListReply(OperatorAnticipationResponse, 'The anticipations, oldest first.')
  async list(@Query() query: ListOperatorAnticipationsQuery): Promise<Reply> {
    return list('Anticipations.', await this.anticipations.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one anticipation' })
  @ApiReply(200, OperatorAnticipationResponse, 'The anticipation.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Anticipation.', await this.anticipations.get(id));
  }

  @Get(':id/receivables')
  @ApiOperation({ summary: 'List what an anticipation is of' })
  @ApiListReply(AnticipationItemResponse, 'Its receivables and what each costs, newest first.')
  async listReceivables(
    @RouteId('id') id: string,
    @Query() query: ListAnticipationItemsQuery,
  ): Promise<Reply> {
    return list('Receivables.', await this.anticipations.listItems(id, query), toAnticipationItemResponse);
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Approve a pending anticipation' })
  @ApiReply(200, OperatorAnticipationResponse, 'The anticipation: approved, or paid when its day has come.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  approve(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.deciding.execute({ operator, id, refusal: null, expectedVersion }, key);
  }

  @Post(':id/refuse')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Refuse a pending anticipation' })
  @ApiReply(
    200,
    OperatorAnticipationResponse,
    'The refused anticipation; its receivables wait for their days.',
  )
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  refuse(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { code, message }: RefuseAnticipationBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    const refusal = { code, message: message ?? null };
    return this.deciding.execute({ operator, id, refusal, expectedVersion }, key);
  }
}
