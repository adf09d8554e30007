import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiReply,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import type { Tx } from '../../database';
import { type Submerchant, SubmerchantRepository } from '../../submerchants';
import { QueuedCase } from '../cases/queued-case.entity';
import { CaseSteps } from '../desk/case-steps';
import { CaseTrail } from '../desk/case-trail';
import { reviewErrors } from '../review.errors';
import { CaseClaims } from './case-claims';
import { CaseClaimResponse, toClaimResponse } from './claim.response';

@ApiTags('Review')
@Controller('v1/review/submerchants/:id')
@Roles('reviewer', 'admin')
export class ClaimsController {
  constructor(
    private readonly claims: CaseClaims,
    private readonly steps: CaseSteps,
    private readonly trail: CaseTrail,
    private readonly submerchants: SubmerchantRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('claim')
  @HttpCode(200)
  @ApiOperation({ summary: 'Take a case: for 30 idle minutes nobody else decides it' })
  @ApiReply(200, CaseClaimResponse, 'Yours, also when it was yours before.')
  @ApiErrors(reviewErrors.CASE_CLAIMED, commonErrors.INVALID_STATE)
  async claim(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const { operatorId } = operator;
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lockAny(tx, id);
      if (!(await tx.existsBy(QueuedCase, { id }))) {
        const message = `Nothing waits for a decision here: the submerchant is ${submerchant.status}.`;
        throw commonErrors.INVALID_STATE({ message });
      }
      const taken = await this.claims.take(tx, submerchant, operatorId);
      if (taken) await this.tell(tx, submerchant, operator, 'claimed');
      const claim = (await this.claims.find(tx, [id])).get(id);
      return ok('Claimed.', { id, claim: claim === undefined ? null : toClaimResponse(claim, operatorId) });
    });
  }

  @Post('release')
  @HttpCode(200)
  @ApiOperation({ summary: 'Give a case back' })
  @ApiReply(200, CaseClaimResponse, 'Free, also when it was free before.')
  @ApiErrors(reviewErrors.CASE_CLAIMED)
  async release(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const { operatorId } = operator;
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lockAny(tx, id);
      const released = await this.claims.release(tx, submerchant, operatorId);
      if (released) await this.tell(tx, submerchant, operator, 'released');
      return ok('Released.', { id, claim: null });
    });
  }

  private async tell(
    tx: Tx,
    submerchant: Submerchant,
    operator: OperatorIdentity,
    type: 'claimed' | 'released',
  ): Promise<void> {
    await this.steps.append(tx, submerchant, { type, operatorId: operator.operatorId });
    await this.trail.leave(tx, submerchant, operator, `case.${type}`);
  }
}
