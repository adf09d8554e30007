import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, ApiReply, list, ok, type Reply } from '../../common/http';
import { ReceivableReader } from '../receivable.reader';
import { ReceivableResponse, toReceivableResponse } from '../receivable.response';
import { ReceivableSummaryResponse } from '../summary/receivable-summary.response';
import {
  ListOperatorReceivablesQuery,
  SummariseOperatorReceivablesQuery,
} from './operator-receivables.query';

/** Where each cent of a charge is, and what becomes due in a wallet, for operators (money contract §20, Pages). */
@ApiTags('Review')
@Controller('v1/review/receivables')
export class OperatorReceivablesController {
  constructor(private readonly receivables: ReceivableReader) {}

  @Get()
  @ApiOperation({ summary: "List a merchant's receivables" })
  @ApiListReply(ReceivableResponse, 'Receivables, newest first.')
  async list(@Query() query: ListOperatorReceivablesQuery): Promise<Reply> {
    return list('Receivables.', await this.receivables.list(query.merchant_id, query), toReceivableResponse);
  }

  @Get('summary')
  @ApiOperation({ summary: "Add up a merchant's receivables by due date, month, arrangement or status" })
  @ApiReply(200, ReceivableSummaryResponse, 'The sums of the period.')
  async summary(@Query() query: SummariseOperatorReceivablesQuery): Promise<Reply> {
    return ok('Sums of receivables.', await this.receivables.summarise(query.merchant_id, query));
  }
}
