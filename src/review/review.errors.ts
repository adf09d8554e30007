import { ApiProperty } from '@nestjs/swagger';
import { defineErrors } from '../common/errors';
import { SHARED_DECISIONS, type SharedDecision } from './four-eyes/first-decision.entity';
import { ObstacleResponse } from './obstacles/obstacle.response';

/** Who works on a case, and until when at least. */
class CaseClaimedData {
  @ApiProperty({ description: 'E-mail of the operator who works on it.' })
  operator: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** The decision that waits for a second operator. */
class FirstDecisionData {
  @ApiProperty({ enum: SHARED_DECISIONS, description: 'reject is always final, not correctable.' })
  decision: SharedDecision;

  @ApiProperty({ description: 'E-mail of the operator who took it.' })
  operator: string;

  @ApiProperty({ format: 'date-time' })
  decided_at: string;
}

/** What stands in the way of an approval. */
class ObstaclesData {
  @ApiProperty({ type: [ObstacleResponse] })
  obstacles: ObstacleResponse[];
}

export const reviewErrors = defineErrors({
  REQUIREMENTS_NOT_MET: {
    kind: 'rule',
    message:
      'The registration is not complete: see details, and GET …/requirements for the call that settles each.',
  },
  RESUBMISSION_NOT_ALLOWED: {
    kind: 'conflict',
    message: 'This rejection is final: it cannot be opened again by the merchant.',
  },
  DOCUMENTS_NOT_APPROVED: {
    kind: 'conflict',
    message:
      'A required document is rejected, expired, missing, or sent again and without verdict: see details.',
    data: ObstaclesData,
  },
  CASE_CLAIMED: {
    kind: 'conflict',
    message: 'Another operator works on this case: see details for who, and until when.',
    data: CaseClaimedData,
  },
  SECOND_DECISION_PENDING: {
    kind: 'conflict',
    message: 'Another decision waits for a second operator: confirm it, or withdraw it first.',
    data: FirstDecisionData,
  },
});
