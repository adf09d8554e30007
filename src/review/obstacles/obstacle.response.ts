import { ApiProperty } from '@nestjs/swagger';
import type { Obstacle } from './approval.rules';
import { OBSTACLE_CODES } from './approval.rules';

/** One thing that stands in the way of an approval. */
export class ObstacleResponse {
  @ApiProperty({
    enum: OBSTACLE_CODES,
    description: 'document_pending: sent after the submission, it needs a verdict of its own.',
  })
  code: (typeof OBSTACLE_CODES)[number];

  @ApiProperty({ description: 'A document type, or status, claim, decision.' })
  target: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Whose document it is.' })
  legal_representative_id: string | null;

  @ApiProperty()
  message: string;
}

export function toObstacleResponse(obstacle: Obstacle): ObstacleResponse {
  const { code, target, legalRepresentativeId, message } = obstacle;
  return { code, target, legal_representative_id: legalRepresentativeId, message };
}
