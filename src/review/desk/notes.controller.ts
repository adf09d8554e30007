import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import {
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { FreeTextField } from '../../common/validation';
import { TxRunner } from '../../database';
import { SubmerchantRepository } from '../../submerchants';
import { CaseClaims } from '../claims/case-claims';
import { CaseSteps } from './case-steps';
import { CaseTrail } from './case-trail';
import { CaseNoteResponse, toCaseNoteResponse } from './note.response';
import { Reveal } from './reveal';
import { RevealedResponse } from './revealed.response';

export class NoteBody {
  @FreeTextField({ description: 'For the other operators; never told to the merchant.' })
  text: string;
}

/** What operators do with a case besides deciding it; nobody's claim stands in the way. */
@ApiTags('Review')
@Controller('v1/review/submerchants/:id')
@Roles('reviewer', 'admin')
export class NotesController {
  constructor(
    private readonly steps: CaseSteps,
    private readonly trail: CaseTrail,
    private readonly claims: CaseClaims,
    private readonly reveals: Reveal,
    private readonly submerchants: SubmerchantRepository,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post('notes')
  @ApiOperation({ summary: 'Write an internal note' })
  @ApiReply(201, CaseNoteResponse, 'Written.')
  async note(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: NoteBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    await this.claims.renew(id, operator.operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.getAny(tx, id);
      const { operatorId } = operator;
      const added = { type: 'note_added', operatorId, note: body.text } as const;
      const step = await this.steps.append(tx, submerchant, added);
      await this.trail.leave(tx, submerchant, operator, 'case.note_added', { note_id: step.id });
      return created('Written.', toCaseNoteResponse(step, operator.email));
    });
  }

  /** No Idempotency-Key: the numbers would be kept with the answer, and each look is a look (decision 0072). */
  @Post('reveal')
  @HttpCode(200)
  @ApiOperation({ summary: 'See the tax numbers of a case unmasked; every look is in the audit log' })
  @ApiReply(200, RevealedResponse, 'The numbers.')
  async reveal(@Operator() operator: OperatorIdentity, @RouteId('id') id: string): Promise<Reply> {
    await this.claims.renew(id, operator.operatorId);
    return this.transactions.run(async (tx) => {
      const submerchant = await this.submerchants.getAny(tx, id);
      return ok('Revealed.', await this.reveals.run(tx, submerchant, operator));
    });
  }
}
