import { ApiProperty } from '@nestjs/swagger';
import { CASE_REASON_CODES } from '../../submerchants';

const seconds = { type: 'integer', minimum: 0, nullable: true } as const;
const count = { type: 'integer', minimum: 0 } as const;

class AgeGroupResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Cases that wait for at most so many hours, and for more than the group before; null: all older ones.',
  })
  up_to_hours: number | null;

  @ApiProperty(count)
  count: number;
}

class QueueStatisticsResponse {
  @ApiProperty({ ...count, description: 'How many cases wait now.' })
  size: number;

  @ApiProperty({ ...seconds, description: 'For how long the oldest one waits; null when none does.' })
  oldest_seconds: number | null;

  @ApiProperty({
    type: [AgeGroupResponse],
    description: 'Every case in one group; the counts add up to size.',
  })
  by_age: AgeGroupResponse[];
}

class DayOfDecisionsResponse {
  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' })
  day: string;

  @ApiProperty(count)
  approved: number;

  @ApiProperty(count)
  rejected: number;

  @ApiProperty(count)
  sent_back: number;
}

class TimeToDecisionResponse {
  @ApiProperty({ ...seconds, description: 'null when nothing was decided.' })
  median: number | null;

  @ApiProperty({ ...seconds, description: 'Nine of ten decisions took at most this long.' })
  p90: number | null;
}

class ReasonCountResponse {
  @ApiProperty({ enum: CASE_REASON_CODES })
  code: string;

  @ApiProperty({ ...count, description: 'How many decisions gave it.' })
  count: number;
}

/** The queue as it stands, and what operators decided in a period. */
export class StatisticsResponse {
  @ApiProperty({ type: QueueStatisticsResponse })
  queue: QueueStatisticsResponse;

  @ApiProperty({ type: [DayOfDecisionsResponse], description: 'Every day of the period, oldest first.' })
  decisions: DayOfDecisionsResponse[];

  @ApiProperty({ ...count, description: 'Approved, rejected and sent back together.' })
  decided_total: number;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    nullable: true,
    description:
      'The share of approvals in decided_total, with four decimals; null when nothing was decided.',
  })
  approval_rate: number | null;

  @ApiProperty({ type: TimeToDecisionResponse, description: 'From the submission to the decision on it.' })
  time_to_decision_seconds: TimeToDecisionResponse;

  @ApiProperty({
    type: [ReasonCountResponse],
    description: 'The ten codes that most rejections and sendings back gave, most frequent first.',
  })
  top_reasons: ReasonCountResponse[];
}
