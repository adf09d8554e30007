import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiReply, ok, type Reply } from '../../common/http';
import { Merchant } from '../decorators';
import type { MerchantIdentity } from '../identity';
import { MerchantResponse, toMerchantResponse } from './merchant.response';

@ApiTags('Merchant')
@Controller('v1/merchant')
export class MerchantController {
  @Get()
  @ApiOperation({ summary: 'Who these credentials stand for, and its limits' })
  @ApiReply(200, MerchantResponse, 'The merchant of the credentials.')
  read(@Merchant() merchant: MerchantIdentity): Reply<MerchantResponse> {
    return ok('This is the merchant of these credentials.', toMerchantResponse(merchant));
  }
}
