import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../auth';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../common/http';
import { ListReceivablesQuery } from './list-receivables.query';
import { ReceivableReader } from './receivable.reader';
import { ReceivableResponse, toReceivableResponse } from './receivable.response';
import { ListSettlementsQuery } from './settlements/list-settlements.query';
import { SettlementResponse, toSettlementResponse } from './settlements/settlement.response';
import { ReceivableSummaryResponse } from './summary/receivable-summary.response';
import { SummariseReceivablesQuery } from './summary/summarise-receivables.query';

/** What recipients get of captured charges, and when (money contract §14). */
@ApiTags('Receivables')
@Controller('v1/receivables')
export class ReceivablesController {
  constructor(private readonly receivables: ReceivableReader) {}

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List receivables' })
  @ApiListReply(ReceivableResponse, 'Receivables, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListReceivablesQuery): Promise<Reply> {
    const page = await this.receivables.list(merchant.merchantId, query);
    return list('These are the receivables.', page, toReceivableResponse);
  }

  @Get('summary')
  @InPortal()
  @ApiOperation({ summary: 'Add up receivables by due date, month, arrangement or status' })
  @ApiReply(200, ReceivableSummaryResponse, 'The sums of the period.')
  async summary(
    @Merchant() merchant: MerchantIdentity,
    @Query() query: SummariseReceivablesQuery,
  ): Promise<Reply> {
    return ok(
      'These are the sums of the receivables.',
      await this.receivables.summarise(merchant.merchantId, query),
    );
  }

  @Get('settlements')
  @ApiOperation({ summary: 'List settlements' })
  @ApiListReply(SettlementResponse, 'Settlements, newest first.')
  async listSettlements(
    @Merchant() merchant: MerchantIdentity,
    @Query() query: ListSettlementsQuery,
  ): Promise<Reply> {
    const page = await this.receivables.listSettlements(merchant.merchantId, query);
    return list('These are the settlements.', page, toSettlementResponse);
  }

  @Get('settlements/:id')
  @ApiOperation({ summary: 'Read one settlement' })
  @ApiReply(200, SettlementResponse, 'The settlement.')
  async readSettlement(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const settlement = await this.receivables.getSettlement(merchant.merchantId, id);
    return ok('This is the settlement.', toSettlementResponse(settlement));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one receivable' })
  @ApiReply(200, ReceivableResponse, 'The receivable.')
  async read(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    const receivable = await this.receivables.get(merchant.merchantId, id);
    return ok('This is the receivable.', toReceivableResponse(receivable));
  }
}
