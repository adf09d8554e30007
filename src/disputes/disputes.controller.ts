import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../auth';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { AcceptDisputeUseCase } from './answer/accept-dispute.use-case';
import { ContestDisputeBody } from './answer/contest-dispute.body';
import { ContestDisputeUseCase } from './answer/contest-dispute.use-case';
import { disputeErrors } from './dispute.errors';
import { DisputeReader } from './dispute.reader';
import { DisputeResponse, toDisputeResponse } from './dispute.response';
import { ListDisputesQuery } from './list-disputes.query';

/** Payments that their payers want back, and the answers to that (money contract §17). */
@ApiTags('Disputes')
@Controller('v1/disputes')
export class DisputesController {
  constructor(
    private readonly disputes: DisputeReader,
    private readonly contestDispute: ContestDisputeUseCase,
    private readonly acceptDispute: AcceptDisputeUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List disputes' })
  @ApiListReply(DisputeResponse, 'Disputes, newest first; dates are those of opened_at.')
  async list(@Merchant() merchant: MerchantIdentity, @Query() query: ListDisputesQuery): Promise<Reply> {
    const page = await this.disputes.list(merchant.merchantId, query);
    return list('These are the disputes.', page, toDisputeResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one dispute' })
  @ApiReply(200, DisputeResponse, 'The dispute.')
  async read(@Merchant() merchant: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('This is the dispute.', toDisputeResponse(await this.disputes.get(merchant.merchantId, id)));
  }

  /** Says what speaks for the payment; the provider decides later. */
  @Post(':id/contest')
  @HttpCode(200)
  @ApiOperation({ summary: 'Contest a dispute' })
  @ApiReply(200, DisputeResponse, 'The contested dispute.')
  @ApiReply(202, DisputeResponse, 'The provider has not answered yet: the dispute as it stands.')
  @ApiErrors(
    commonErrors.INVALID_STATE,
    disputeErrors.RESPONSE_TOO_LATE,
    commonErrors.OPERATION_IN_PROGRESS,
    commonErrors.PROVIDER_REFUSED,
  )
  async contest(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: ContestDisputeBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.contestDispute.execute(merchant, id, body, key);
  }

  /** Gives in: the dispute is lost. */
  @Post(':id/accept')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accept a dispute' })
  @ApiReply(200, DisputeResponse, 'The lost dispute.')
  @ApiReply(202, DisputeResponse, 'The provider has not answered yet: the dispute as it stands.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.OPERATION_IN_PROGRESS, commonErrors.PROVIDER_REFUSED)
  async accept(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.acceptDispute.execute(merchant, id, key);
  }
}
