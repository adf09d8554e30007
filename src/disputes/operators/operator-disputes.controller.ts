import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../common/http';
import { ListOperatorDisputesQuery } from './list-operator-disputes.query';
import { OperatorDisputeReader } from './operator-dispute.reader';
import { OperatorDisputeDetailResponse, OperatorDisputeResponse } from './operator-dispute.response';

/** Disputes of all merchants, as a queue (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/disputes')
export class OperatorDisputesController {
  constructor(private readonly disputes: OperatorDisputeReader) {}

  @Get()
  @ApiOperation({ summary: 'Search the disputes of all merchants' })
  @ApiListReply(OperatorDisputeResponse, 'The disputes, oldest first; dates are those of opened_at.')
  async list(@Query() query: ListOperatorDisputesQuery): Promise<Reply> {
    return list('Disputes.', await this.disputes.list(query), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one dispute with what its merchant said against it' })
  @ApiReply(200, OperatorDisputeDetailResponse, 'The dispute.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    return ok('Dispute.', await this.disputes.get(id));
  }
}
