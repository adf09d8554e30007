import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { ApiReply, ok, type Reply, RouteId } from '../../common/http';
import { RequirementReader } from './requirement.reader';
import { RequirementsResponse } from './requirements.response';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/requirements')
export class RequirementsController {
  constructor(private readonly requirements: RequirementReader) {}

  @Get()
  @InPortal('submerchant')
  @ApiOperation({ summary: 'What a registration still needs, each with the call that settles it' })
  @ApiReply(200, RequirementsResponse, 'The requirements.')
  async get(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Requirements of the submerchant.', await this.requirements.get(merchant.merchantId, id));
  }
}
