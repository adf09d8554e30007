import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, RecordTaxNumberSearchUseCase, Roles } from '../../auth';
import { ApiListReply, ApiReply, list, ok, type Reply, RouteId } from '../../common/http';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseDetailsResponse } from './case-details.response';
import { CaseQueueReader } from './case-queue.reader';
import { CaseReader } from './case.reader';
import { ListCasesQuery } from './list-cases.query';
import { QueueItemResponse } from './queued-case.response';
import { RevealTaxNumbersUseCase } from './reveal-tax-numbers.use-case';
import { RevealedResponse } from './revealed.response';

/** What operators look at: the queue and a whole case whatever their role, tax numbers where they may decide (contract §8). */
@ApiTags('Review')
@Controller('v1/review/submerchants')
export class CasesController {
  constructor(
    private readonly queue: CaseQueueReader,
    private readonly cases: CaseReader,
    private readonly renewClaim: RenewClaimUseCase,
    private readonly revealTaxNumbers: RevealTaxNumbersUseCase,
    private readonly taxNumberSearch: RecordTaxNumberSearchUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The queue: what waits for an operator, oldest first' })
  @ApiListReply(QueueItemResponse, 'Submitted registrations, and document updates of active submerchants.')
  async list(@Operator() operator: OperatorIdentity, @Query() query: ListCasesQuery): Promise<Reply> {
    await this.taxNumberSearch.execute(operator, 'queue', query.search, query.merchant_id);
    return list(
      'Cases waiting for review.',
      await this.queue.list(query, operator.operatorId),
      (item) => item,
    );
  }

  @Get(':id')
  @ApiOperation({ summary: 'A whole case, with its findings; tax numbers are masked' })
  @ApiReply(200, CaseDetailsResponse, 'The case.')
  async get(@Operator() { operatorId }: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    // A look of its holder keeps a claim alive (contract §8).
    await this.renewClaim.execute(id, operatorId);
    return ok('Case.', await this.cases.get(id, operatorId));
  }

  /** No Idempotency-Key: the numbers would be kept with the answer, and each look is a look. */
  @Post(':id/reveal')
  @HttpCode(200)
  @Roles('reviewer', 'admin')
  @ApiOperation({ summary: 'See the tax numbers of a case unmasked; every look is in the audit log' })
  @ApiReply(200, RevealedResponse, 'The numbers.')
  async reveal(@Operator() operator: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('Revealed.', await this.revealTaxNumbers.execute(id, operator));
  }
}
