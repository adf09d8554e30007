import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles, secondOperatorErrors } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  type Reply,
  RouteId,
} from '../../common/http';
import { bookErrors } from '../book.errors';
import { MoneyRequestResponse } from '../requests/money-request.response';
import { AdjustWalletUseCase } from './adjust-wallet.use-case';
import { AdjustWalletBody, WriteOffBody } from './adjustment.body';
import { WriteOffDebtUseCase } from './write-off-debt.use-case';

const KEPT = 'Kept for 24 hours, until another operator asks for the same.';

/** What operators change in books, two at a time (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/wallets/:id')
export class OperatorAdjustmentsController {
  constructor(
    private readonly adjusting: AdjustWalletUseCase,
    private readonly writingOff: WriteOffDebtUseCase,
  ) {}

  @Post('adjustments')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Move money between accounts of a wallet and its book; two operators' })
  @ApiReply(200, MoneyRequestResponse, 'Carried out: another operator had asked for the same.')
  @ApiReply(202, MoneyRequestResponse, KEPT)
  @ApiErrors(
    commonErrors.INSUFFICIENT_BALANCE,
    bookErrors.DEBT_TOO_SMALL,
    secondOperatorErrors.SECOND_OPERATOR_REQUIRED,
    commonErrors.INVALID_STATE,
  )
  adjust(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: AdjustWalletBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.adjusting.execute(operator, id, body, key);
  }

  @Post('write-off')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Write off what the owner of a wallet owes; two operators' })
  @ApiReply(200, MoneyRequestResponse, 'Carried out: another operator had asked for the same.')
  @ApiReply(202, MoneyRequestResponse, KEPT)
  @ApiErrors(
    bookErrors.DEBT_TOO_SMALL,
    secondOperatorErrors.SECOND_OPERATOR_REQUIRED,
    commonErrors.INVALID_STATE,
  )
  writeOff(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: WriteOffBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.writingOff.execute(operator, id, body, key);
  }
}
