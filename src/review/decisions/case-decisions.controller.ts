import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles, secondOperatorErrors } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  type Reply,
  RouteId,
} from '../../common/http';
import { CaseResponse } from '../cases/case.response';
import { reviewErrors } from '../review.errors';
import { ApproveCaseUseCase } from './approval/approve-case.use-case';
import {
  OperatorChangeBody,
  RejectBody,
  RequestResubmissionBody,
  StandingBody,
  WithdrawBody,
} from './decision.body';
import { KEPT } from './first-decision.service';
import { ReactivateSubmerchantUseCase } from './reactivate-submerchant.use-case';
import { RejectCaseUseCase } from './reject-case.use-case';
import { SendBackCaseUseCase } from './send-back-case.use-case';
import { SetMccUseCase } from './set-mcc.use-case';
import { SuspendSubmerchantUseCase } from './suspend-submerchant.use-case';
import { WithdrawDecisionUseCase } from './withdraw-decision.use-case';

const { INVALID_STATE, STALE_VERSION } = commonErrors;
const { CASE_CLAIMED, DOCUMENTS_NOT_APPROVED, SECOND_DECISION_PENDING } = reviewErrors;
const { SECOND_OPERATOR_REQUIRED } = secondOperatorErrors;

@ApiTags('Review')
@Controller('v1/review/submerchants/:id')
@Roles('reviewer', 'admin')
export class CaseDecisionsController {
  constructor(
    private readonly approveCase: ApproveCaseUseCase,
    private readonly rejectCase: RejectCaseUseCase,
    private readonly sendBackCase: SendBackCaseUseCase,
    private readonly suspendSubmerchant: SuspendSubmerchantUseCase,
    private readonly reactivateSubmerchant: ReactivateSubmerchantUseCase,
    private readonly setMcc: SetMccUseCase,
    private readonly withdrawDecision: WithdrawDecisionUseCase,
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
    return this.approveCase.execute({ id, operator, expected }, key);
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
    return this.rejectCase.execute({ id, operator, expected }, body, key);
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
    return this.sendBackCase.execute({ id, operator, expected }, body, key);
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
    return this.suspendSubmerchant.execute({ id, operator, expected }, body.reason, key);
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
    return this.reactivateSubmerchant.execute({ id, operator, expected }, body.reason, key);
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
    return this.setMcc.execute({ id, operator, expected }, body.mcc);
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
    return this.withdrawDecision.execute({ id, operator, expected }, body.note);
  }
}
