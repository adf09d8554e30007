import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles, secondOperatorErrors } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { reconciliationErrors } from '../reconciliation.errors';
import { ReconciliationItemResponse } from './item.response';
import { ListItemsQuery } from './list-items.query';
import { ListReconciliationsQuery } from './list-reconciliations.query';
import { ReconcileBody } from './reconcile.body';
import { ReconcileDayUseCase } from './reconcile-day.use-case';
import { ReconciliationReader } from './reconciliation.reader';
import { ReconciliationResponse } from './reconciliation.response';
import { ResolveItemBody } from './resolve-item.body';
import { ResolveItemUseCase } from './resolve-item.use-case';

/** What providers report beside the books (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/reconciliations')
export class OperatorReconciliationsController {
  constructor(
    private readonly reader: ReconciliationReader,
    private readonly reconciling: ReconcileDayUseCase,
    private readonly resolving: ResolveItemUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the days of providers that were compared with the books' })
  @ApiListReply(ReconciliationResponse, 'The reconciliations, newest first.')
  async list(@Query() query: ListReconciliationsQuery): Promise<Reply> {
    return list('Reconciliations.', await this.reader.list(query), (one) => one);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one reconciliation' })
  @ApiReply(200, ReconciliationResponse, 'The reconciliation.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Reconciliation.', await this.reader.get(id));
  }

  @Get(':id/items')
  @ApiOperation({ summary: 'List what was compared' })
  @ApiListReply(ReconciliationItemResponse, 'The items, differences first.')
  async listItems(
    @Operator() { operatorId }: OperatorIdentity,
    @RouteId('id') id: string,
    @Query() query: ListItemsQuery,
  ): Promise<Reply> {
    return list('Items.', await this.reader.listItems(id, query, operatorId), (item) => item);
  }

  @Get(':id/items/:itemId')
  @ApiOperation({ summary: 'Read one of what was compared' })
  @ApiReply(200, ReconciliationItemResponse, 'The item.')
  async getItem(
    @Operator() { operatorId }: OperatorIdentity,
    @RouteId('id') id: string,
    @RouteId('itemId') itemId: string,
  ): Promise<Reply> {
    return ok('Item.', await this.reader.getItem(id, itemId, operatorId));
  }

  @Post()
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: "Read a provider's day now and compare it with the books" })
  @ApiReply(200, ReconciliationResponse, 'Read; a report that was read before adds what is new.')
  @ApiReply(202, ReconciliationResponse, 'The report is large: the worker reads on.')
  @ApiErrors(reconciliationErrors.REPORT_NOT_AVAILABLE)
  reconcile(@Body() body: ReconcileBody): Promise<Reply> {
    return this.reconciling.execute(body);
  }

  @Post(':id/items/:itemId/resolve')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({
    summary: 'Explain a difference, or have it adjusted against suspense; adjusting takes two operators',
  })
  @ApiReply(200, ReconciliationItemResponse, 'Resolved.')
  @ApiReply(202, ReconciliationItemResponse, 'Kept for 24 hours, until another operator asks for the same.')
  @ApiErrors(secondOperatorErrors.SECOND_OPERATOR_REQUIRED, commonErrors.INVALID_STATE)
  resolve(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') reconciliationId: string,
    @RouteId('itemId') itemId: string,
    @Body() body: ResolveItemBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.resolving.execute(operator, { reconciliationId, itemId }, body, key);
  }
}
