import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity } from '../../auth';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../common/http';
import { CaseFile } from './case-file';
import { CaseFileResponse } from './case-file.response';
import { Queue } from './queue';
import { QueueQuery } from './queue.query';
import { QueueItemResponse } from './queue.response';

/** What operators of every role may look at (contract §8). */
@ApiTags('Review')
@Controller('v1/review/submerchants')
export class CaseViewsController {
  constructor(
    private readonly queue: Queue,
    private readonly caseFile: CaseFile,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The queue: what waits for an operator, oldest first' })
  @ApiListReply(QueueItemResponse, 'Submitted registrations, and document updates of active submerchants.')
  async list(@Operator() { operatorId }: OperatorIdentity, @Query() query: QueueQuery): Promise<Reply> {
    return list('Cases waiting for review.', await this.queue.list(query, operatorId), (item) => item);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A whole case, with its findings; tax numbers are masked' })
  @ApiReply(200, CaseFileResponse, 'The case.')
  async get(@Operator() { operatorId }: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Case.', await this.caseFile.read(id, operatorId));
  }
}
