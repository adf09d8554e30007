import { ApiProperty } from '@nestjs/swagger';

class ChangeData {
  @ApiProperty({ description: 'A step of the timeline, e.g. approved.' })
  type: string;

  @ApiProperty({ enum: ['merchant', 'operator', 'system'] })
  actor: 'merchant' | 'operator' | 'system';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'E-mail of the operator; null for anybody else.',
  })
  operator: string | null;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** For whoever came too late: how the record stands now, and who changed it last. */
export class LastChangeData {
  @ApiProperty({ description: 'The present status of the record.' })
  status: string;

  @ApiProperty({ type: ChangeData })
  change: ChangeData;
}
