import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../../auth';
import { ApiListReply, list, ListQuery, type Reply, RouteId } from '../../common/http';
import { TimelineReader } from './timeline.reader';
import { TimelineItemResponse, toTimelineItemResponse } from './timeline.response';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/timeline')
export class TimelineController {
  constructor(private readonly timeline: TimelineReader) {}

  @Get()
  @ApiOperation({ summary: 'What happened to a submerchant' })
  @ApiListReply(TimelineItemResponse, 'The steps, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListQuery,
  ): Promise<Reply> {
    const page = await this.timeline.list(merchant.merchantId, id, query);
    return list('Timeline of the submerchant.', page, toTimelineItemResponse);
  }
}
