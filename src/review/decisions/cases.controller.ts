import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  accepted,
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import type { Tx } from '../../database';
import type { Submerchant } from '../../submerchants';
import { CaseDesk, type CaseRequest, NO_KEY } from '../desk/case-desk';
import { CaseResponse } from '../desk/case.response';
import { CaseResponses } from '../desk/case-responses';
import type { Admission } from '../four-eyes/four-eyes';
import { reviewErrors } from '../review.errors';
import {
  OperatorChangeBody,
  RejectBody,
  RequestResubmissionBody,
  StandingBody,
  WithdrawBody,
} from './decision.dto';
import { OperatorDecisions } from './operator-decisions';

const { INVALID_STATE, STALE_VERSION } = commonErrors;
const { CASE_CLAIMED, DOCUMENTS_NOT_APPROVED, SECOND_DECISION_PENDING, SECOND_OPERATOR_REQUIRED } =
  reviewErrors;
const KEPT = 'Kept until another operator takes the same decision; the merchant is told of nothing.';

@ApiTags('Review')
@Controller('v1/review/submerchants/:id')
@Roles('reviewer', 'admin')
export class CasesController {
  constructor(
    private readonly desk: CaseDesk,
    private readonly decisions: OperatorDecisions,
    private readonly responses: CaseResponses,
  ) {}

  @Post('approve')
  @HttpCode(200)
  @ApiOperation({ summary: 'Approve a case: the submerchant becomes active' })
  @ApiReply(200, CaseResponse, 'Approved.')
  @ApiReply(202, CaseResponse, KEPT)
  @ApiErrors(
    INVALID_STATE,
    STALE_VERSION,
    DOCUMENTS_NOT_APPROVED,
    CASE_CLAIMED,
    SECOND_OPERATOR_REQUIRED,
    SECOND_DECISION_PENDING,
  )
  async approve(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide('Approved.', { id, operator, key, expected }, (tx, submerchant) =>
      this.decisions.approve(tx, submerchant, operator),
    );
  }

  @Post('reject')
  @HttpCode(200)
  @ApiOperation({ summary: 'Reject a case, with coded reasons' })
  @ApiReply(200, CaseResponse, 'Rejected.')
  @ApiReply(202, CaseResponse, KEPT)
  @ApiErrors(INVALID_STATE, STALE_VERSION, CASE_CLAIMED, SECOND_OPERATOR_REQUIRED, SECOND_DECISION_PENDING)
  async reject(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: RejectBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide('Rejected.', { id, operator, key, expected }, (tx, submerchant) =>
      this.decisions.reject(tx, submerchant, operator, body),
    );
  }

  @Post('request-resubmission')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a case back to its merchant, with coded reasons' })
  @ApiReply(200, CaseResponse, 'Sent back.')
  @ApiErrors(INVALID_STATE, STALE_VERSION, CASE_CLAIMED, SECOND_DECISION_PENDING)
  async requestResubmission(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: RequestResubmissionBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide('Sent back.', { id, operator, key, expected }, (tx, submerchant) =>
      this.decisions.requestResubmission(tx, submerchant, operator, body),
    );
  }

  @Post('suspend')
  @HttpCode(200)
  @ApiOperation({ summary: 'Suspend an active submerchant: no new charges and splits' })
  @ApiReply(200, CaseResponse, 'Suspended.')
  @ApiErrors(INVALID_STATE, STALE_VERSION, CASE_CLAIMED)
  async suspend(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: StandingBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide('Suspended.', { id, operator, key, expected }, (tx, submerchant) =>
      this.decisions.suspend(tx, submerchant, operator, body.reason),
    );
  }

  @Post('reactivate')
  @HttpCode(200)
  @ApiOperation({ summary: 'End a suspension' })
  @ApiReply(200, CaseResponse, 'Active again.')
  @ApiErrors(INVALID_STATE, STALE_VERSION, CASE_CLAIMED)
  async reactivate(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: StandingBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    return this.decide('Active again.', { id, operator, key, expected }, (tx, submerchant) =>
      this.decisions.reactivate(tx, submerchant, operator, body.reason),
    );
  }

  @Patch()
  @ApiOperation({ summary: 'Set the merchant category code of a submerchant' })
  @ApiReply(200, CaseResponse, 'Set.')
  @ApiErrors(STALE_VERSION, CASE_CLAIMED)
  async change(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: OperatorChangeBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    const request = { id, operator, key: NO_KEY, expected };
    return this.decide('Category set.', request, (tx, submerchant) =>
      this.decisions.setMcc(tx, submerchant, operator, body.mcc),
    );
  }

  @Delete('decision')
  @HttpCode(200)
  @ApiOperation({ summary: 'Withdraw a decision that waits for a second operator, whoever took it' })
  @ApiReply(200, CaseResponse, 'Withdrawn.')
  @ApiErrors(INVALID_STATE, STALE_VERSION, CASE_CLAIMED)
  async withdraw(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: WithdrawBody,
    @IfMatch() expected: number | null,
  ): Promise<Reply> {
    const request = { id, operator, key: NO_KEY, expected };
    return this.decide('Withdrawn.', request, (tx, submerchant) =>
      this.decisions.withdraw(tx, submerchant, operator, body.note),
    );
  }

  private async decide(
    message: string,
    request: CaseRequest,
    decision: (tx: Tx, submerchant: Submerchant) => Promise<Admission>,
  ): Promise<Reply> {
    return this.desk.decide(request, decision, async (tx, submerchant, admission) => {
      const response = await this.responses.respond(tx, submerchant, request.operator.operatorId);
      return admission === 'is_kept' ? accepted(KEPT, response) : ok(message, response);
    });
  }
}
