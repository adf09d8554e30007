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
  IfMatch,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { ListOperatorWithdrawalsQuery } from '../list-withdrawals.query';
import { DecideWithdrawalUseCase } from './decide-withdrawal.use-case';
import { OperatorWithdrawalReader } from './operator-withdrawal.reader';
import { OperatorWithdrawalResponse } from './operator-withdrawal.response';
import { WithdrawalReasonBody } from './withdrawal-reason.body';

/** Withdrawals of all merchants, as a queue (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/withdrawals')
export class OperatorWithdrawalsController {
  constructor(
    private readonly withdrawals: OperatorWithdrawalReader,
    private readonly deciding: DecideWithdrawalUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the withdrawals of all merchants' })
  @ApiListReply(OperatorWithdrawalResponse, 'The withdrawals, oldest first.')
  async list(
    @Operator() { operatorId }: OperatorIdentity,
    @Query() query: ListOperatorWithdrawalsQuery,
  ): Promise<Reply> {
    return list('Withdrawals.', await this.withdrawals.list(operatorId, query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one withdrawal' })
  @ApiReply(200, OperatorWithdrawalResponse, 'The withdrawal.')
  async get(@Operator() { operatorId }: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Withdrawal.', await this.withdrawals.get(operatorId, id));
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Approve a withdrawal under review' })
  @ApiReply(200, OperatorWithdrawalResponse, 'The withdrawal, pending.')
  @ApiReply(202, OperatorWithdrawalResponse, 'It waits for the approval of another operator.')
  @ApiErrors(
    commonErrors.INVALID_STATE,
    commonErrors.STALE_VERSION,
    secondOperatorErrors.SECOND_OPERATOR_REQUIRED,
  )
  approve(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.deciding.execute({ operator, id, decision: 'approve', reason: null, expectedVersion }, key);
  }

  @Post(':id/refuse')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Refuse a withdrawal under review' })
  @ApiReply(200, OperatorWithdrawalResponse, 'The withdrawal, failed; its money is available again.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  refuse(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { reason }: WithdrawalReasonBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.deciding.execute({ operator, id, decision: 'refuse', reason, expectedVersion }, key);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Cancel a withdrawal before it is sent' })
  @ApiReply(200, OperatorWithdrawalResponse, 'The withdrawal, cancelled; its money is available again.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  cancel(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { reason }: WithdrawalReasonBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.deciding.execute({ operator, id, decision: 'cancel', reason, expectedVersion }, key);
  }
}
