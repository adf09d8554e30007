import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, RecordTaxNumberSearchUseCase } from '../../auth';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../common/http';
import { ListOperatorChargesQuery } from './list-operator-charges.query';
import { OperatorChargeReader } from './operator-charge.reader';
import { OperatorChargeDetailResponse, OperatorChargeResponse } from './operator-charge.response';

/** Charges of all merchants, to search and to look at (contract §8). */
@ApiTags('Review')
@Controller('v1/review/charges')
export class OperatorChargesController {
  constructor(
    private readonly charges: OperatorChargeReader,
    private readonly taxNumberSearch: RecordTaxNumberSearchUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search the charges of all merchants' })
  @ApiListReply(OperatorChargeResponse, "The charges, newest first; payers' tax numbers are masked.")
  async list(
    @Operator() operator: OperatorIdentity,
    @Query() query: ListOperatorChargesQuery,
  ): Promise<Reply> {
    await this.taxNumberSearch.execute(operator, 'charges', query.search, query.merchant_id);
    return list('Charges.', await this.charges.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one charge with its refunds, its history and the calls to its provider' })
  @ApiReply(200, OperatorChargeDetailResponse, "The charge; the payer's tax number is masked.")
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Charge.', await this.charges.get(id));
  }
}
