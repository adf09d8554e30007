import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, RecordTaxNumberSearchUseCase } from '../../auth';
import { ApiListReply, list, type Reply, RouteId } from '../../common/http';
import { ListSubmerchantsQuery } from './list-submerchants.query';
import { OperatorSubmerchantReader } from './operator-submerchant.reader';
import { OperatorSubmerchantResponse, toOperatorSubmerchantResponse } from './operator-submerchant.response';

/** A merchant's submerchants, for operators (contract §8). */
@ApiTags('Review')
@Controller('v1/review/merchants/:id/submerchants')
export class OperatorSubmerchantsController {
  constructor(
    private readonly submerchants: OperatorSubmerchantReader,
    private readonly taxNumberSearch: RecordTaxNumberSearchUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a merchant's submerchants, whatever their status" })
  @ApiListReply(OperatorSubmerchantResponse, 'The submerchants, newest first; tax numbers are masked.')
  async list(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Query() query: ListSubmerchantsQuery,
  ): Promise<Reply> {
    const page = await this.submerchants.list(id, query);
    await this.taxNumberSearch.execute(operator, 'submerchants', query.search, id);
    return list('Submerchants.', page, toOperatorSubmerchantResponse);
  }
}
