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
import { bookErrors } from '../book.errors';
import { MoneyRequestResponse } from '../requests/money-request.response';
import { ReverseTransactionBody } from '../reversals/reverse-transaction.body';
import { ReverseTransactionUseCase } from '../reversals/reverse-transaction.use-case';
import { BookReader } from './book.reader';
import {
  BookResponse,
  BookTransactionResponse,
  toBookResponse,
  toBookTransactionResponse,
} from './book.response';
import { ListTransactionsQuery } from './list-transactions.query';

/** The books of merchants, for operators (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/books/:merchantId')
export class OperatorBooksController {
  constructor(
    private readonly books: BookReader,
    private readonly reversing: ReverseTransactionUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: "Read the trial balance of a merchant's book" })
  @ApiReply(200, BookResponse, 'What its accounts hold, exact at the moment.')
  async get(@RouteId('merchantId') merchantId: string): Promise<Reply> {
    return ok('Book.', toBookResponse(await this.books.get(merchantId)));
  }

  @Get('transactions')
  @ApiOperation({ summary: "List the transactions of a merchant's book" })
  @ApiListReply(BookTransactionResponse, 'The transactions, newest first; dates are those of recorded_at.')
  async listTransactions(
    @RouteId('merchantId') merchantId: string,
    @Query() query: ListTransactionsQuery,
  ): Promise<Reply> {
    return list(
      'Transactions.',
      await this.books.listTransactions(merchantId, query),
      toBookTransactionResponse,
    );
  }

  @Get('transactions/:id')
  @ApiOperation({ summary: 'Read one transaction of a book' })
  @ApiReply(200, BookTransactionResponse, 'The transaction with its lines.')
  async getTransaction(@RouteId('merchantId') merchantId: string, @RouteId('id') id: string): Promise<Reply> {
    return ok('Transaction.', toBookTransactionResponse(await this.books.getTransaction(merchantId, id)));
  }

  @Post('transactions/:id/reverse')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Reverse an adjustment, a transfer, a write-off or a hold; two operators' })
  @ApiReply(200, MoneyRequestResponse, 'Carried out: another operator had asked for the same.')
  @ApiReply(202, MoneyRequestResponse, 'Kept for 24 hours, until another operator asks for the same.')
  @ApiErrors(
    bookErrors.NOT_REVERSIBLE,
    commonErrors.INSUFFICIENT_BALANCE,
    bookErrors.DEBT_TOO_SMALL,
    secondOperatorErrors.SECOND_OPERATOR_REQUIRED,
    commonErrors.INVALID_STATE,
  )
  reverse(
    @Operator() operator: OperatorIdentity,
    @RouteId('merchantId') merchantId: string,
    @RouteId('id') id: string,
    @Body() { reason }: ReverseTransactionBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.reversing.execute(operator, merchantId, id, reason, key);
  }
}
