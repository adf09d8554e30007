import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { RejectionReasonResponse } from '../../submerchants';
import { type FirstDecision, SHARED_DECISIONS } from './first-decision.entity';
import { type Hindrance, HINDRANCES } from '../../common/errors';

/** A first decision: the same one by another operator completes it. */
export class AwaitingSecondResponse {
  @ApiProperty({ enum: SHARED_DECISIONS, description: 'reject is always final, not correctable.' })
  decision: string;

  @ApiProperty({ description: 'E-mail of the operator who took it.' })
  by: string;

  @ApiProperty({ description: 'Whether that is whoever asks: somebody else must complete it.' })
  mine: boolean;

  @ApiProperty({
    type: String,
    enum: [...HINDRANCES, null],
    nullable: true,
    description:
      'Why whoever asks cannot complete it: took it; one of the two made the other, directly or not; has not chosen a password yet.',
  })
  hindrance: Hindrance | null;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ type: [RejectionReasonResponse], description: 'Of a rejection.' })
  reasons: readonly RejectionReasonResponse[];
}

/** A first decision that stands, with the e-mail of who took it. */
export interface StandingDecision extends FirstDecision {
  readonly email: string;
}

/** As somebody sees it whom this keeps from completing it. */
export function toAwaitingSecondResponse(
  decision: StandingDecision,
  hindrance: Hindrance | null,
): AwaitingSecondResponse {
  return {
    decision: decision.decision,
    by: decision.email,
    mine: hindrance === 'same_operator',
    hindrance,
    at: iso(decision.decidedAt),
    reasons: decision.reasons,
  };
}
