import { ApiProperty } from '@nestjs/swagger';
import { MovementTotalsResponse } from '../../common/money';
import { UuidField } from '../../common/validation';
import { ANTICIPATION_STATUSES } from '../anticipation.transitions';

export class AnticipationSummaryQuery {
  @UuidField({ omittable: true, description: 'Default: all wallets.' })
  wallet_id?: string;
}

class AnticipationGroupResponse extends MovementTotalsResponse {
  @ApiProperty({ enum: ANTICIPATION_STATUSES, description: 'The status.' }) key: string;
}

export class AnticipationSummaryResponse {
  @ApiProperty({ type: MovementTotalsResponse }) total: MovementTotalsResponse;
  @ApiProperty({ type: [AnticipationGroupResponse], description: 'In the order of their keys.' })
  groups: AnticipationGroupResponse[];
}
