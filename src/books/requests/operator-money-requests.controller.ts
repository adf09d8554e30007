import { Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiNoContent,
  list,
  noContent,
  type Reply,
  RouteId,
} from '../../common/http';
import { ListMoneyRequestsQuery } from './list-money-requests.query';
import { MoneyRequestReader } from './money-request.reader';
import { MoneyRequestResponse } from './money-request.response';
import { WithdrawMoneyRequestUseCase } from './withdraw-money-request.use-case';

/** What waits for a second operator, and what became of it (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/money-requests')
export class OperatorMoneyRequestsController {
  constructor(
    private readonly requests: MoneyRequestReader,
    private readonly withdrawing: WithdrawMoneyRequestUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List adjustments, write-offs and reversals that operators asked for' })
  @ApiListReply(MoneyRequestResponse, 'The requests, newest first.')
  async list(
    @Operator() { operatorId }: OperatorIdentity,
    @Query() query: ListMoneyRequestsQuery,
  ): Promise<Reply> {
    return list('Requests.', await this.requests.list(query, operatorId), (request) => request);
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Withdraw what waits for a second operator' })
  @ApiNoContent('Withdrawn.')
  @ApiErrors(commonErrors.INVALID_STATE)
  async withdraw(@Operator() operator: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    await this.withdrawing.execute(operator, id);
    return noContent();
  }
}
