import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../../common/http';
import { DeskChargeDetailResponse, DeskChargeResponse } from './charge.responses';
import { DeskCharges } from './desk-charges';
import { DeskChargesQuery } from './desk-charges.query';

/** Charges of all merchants, to search and to look at (contract §8). */
@ApiTags('Review')
@Controller('v1/review/charges')
export class DeskChargesController {
  constructor(private readonly desk: DeskCharges) {}

  @Get()
  @ApiOperation({ summary: 'Search the charges of all merchants' })
  @ApiListReply(DeskChargeResponse, "The charges, newest first; payers' tax numbers are masked.")
  async list(@Query() query: DeskChargesQuery): Promise<Reply> {
    return list('Charges.', await this.desk.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one charge with its refunds, its history and the calls to its provider' })
  @ApiReply(200, DeskChargeDetailResponse, "The charge; the payer's tax number is masked.")
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Charge.', await this.desk.read(id));
  }
}
