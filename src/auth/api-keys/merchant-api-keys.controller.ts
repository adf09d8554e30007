import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, list, ListQuery, type Reply } from '../../common/http';
import { InPortal, Merchant } from '../decorators';
import type { MerchantIdentity } from '../identity';
import { ApiKeyReader } from './api-key.reader';
import { KeyPairResponse, toKeyPairResponse } from './api-key.response';

/** A merchant's own key pairs, to look at; operators issue and revoke them (contract §8). */
@ApiTags('Merchant')
@Controller('v1/merchant/keys')
export class MerchantApiKeysController {
  constructor(private readonly keys: ApiKeyReader) {}

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List your key pairs, ended ones too; secrets are not kept' })
  @ApiListReply(KeyPairResponse, 'The key pairs, newest first.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListQuery): Promise<Reply> {
    return list('Key pairs.', await this.keys.list(merchant.merchantId, query), toKeyPairResponse);
  }
}
