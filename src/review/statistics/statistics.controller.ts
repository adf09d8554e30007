import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiReply, ok, type Reply } from '../../common/http';
import { StatisticsReader } from './statistics.reader';
import { StatisticsQuery } from './statistics.query';
import { StatisticsResponse } from './statistics.response';

@ApiTags('Review')
@Controller('v1/review/stats')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsReader) {}

  @Get()
  @ApiOperation({ summary: 'How much waits, what was decided, and how long that took' })
  @ApiReply(200, StatisticsResponse, 'The statistics of the review.')
  async read(@Query() query: StatisticsQuery): Promise<Reply> {
    return ok('Statistics of the review.', await this.statistics.get(query));
  }
}
