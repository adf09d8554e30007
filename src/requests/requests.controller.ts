import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../auth';
import { ApiListReply, list, type Reply } from '../common/http';
import { ApiRequestResponse, toApiRequestResponse } from './api-request.response';
import { ListRequestsQuery } from './list-requests.query';
import { RequestReader } from './request.reader';

/** What a merchant has asked (contract §2). */
@ApiTags('Merchant')
@Controller('v1/requests')
export class RequestsController {
  constructor(private readonly requests: RequestReader) {}

  @Get()
  @ApiOperation({ summary: 'List your requests of the last 30 days' })
  @ApiListReply(ApiRequestResponse, 'Requests, newest first; a request shows within a second or two.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListRequestsQuery): Promise<Reply> {
    const page = await this.requests.list(merchant.merchantId, query);
    return list('These are your requests.', page, toApiRequestResponse);
  }
}
