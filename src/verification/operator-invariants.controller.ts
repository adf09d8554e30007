import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../auth';
import {
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  PageQuery,
  type Reply,
} from '../common/http';
import { InvariantResponse, toInvariantResponse, VerificationRunResponse } from './invariant.response';
import { RequestVerificationUseCase } from './request-verification.use-case';
import { VerificationReader } from './verification.reader';

/** The rules of the books and what each came to (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/invariants')
export class OperatorInvariantsController {
  constructor(
    private readonly verdicts: VerificationReader,
    private readonly requesting: RequestVerificationUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the rules of the books and their last verdicts' })
  @ApiListReply(InvariantResponse, 'The rules that were read, broken ones first.')
  async list(@Query() query: PageQuery): Promise<Reply> {
    return list('Rules.', await this.verdicts.list(query), toInvariantResponse);
  }

  @Post('run')
  @HttpCode(202)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Have the rules of the books read now' })
  @ApiReply(202, VerificationRunResponse, 'Asked for; a run begins at most once a minute.')
  run(@Operator() operator: OperatorIdentity, @IdempotencyKey() key: IdempotencyRequest): Promise<Reply> {
    return this.requesting.execute(operator, key);
  }
}
