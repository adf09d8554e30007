import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../auth';
import { ApiReply, ok, type Reply } from '../common/http';
import { TermsReader } from './terms.reader';
import { TermsResponse, toTermsResponse } from './terms.response';

/** What a merchant pays and when it is paid (money contract §13). */
@ApiTags('Terms')
@Controller('v1/terms')
export class TermsController {
  constructor(private readonly terms: TermsReader) {}

  @Get()
  @ApiOperation({ summary: 'Read the terms in force: fees, settlement, reserve, limits' })
  @ApiReply(200, TermsResponse, 'In force now, its own before the defaults.')
  async get(@Merchant() merchant: MerchantIdentity): Promise<Reply> {
    return ok('Terms in force.', toTermsResponse(await this.terms.listInForce(merchant)));
  }
}
