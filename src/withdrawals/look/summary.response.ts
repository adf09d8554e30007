import { ApiProperty } from '@nestjs/swagger';
import { MovementTotalsResponse } from '../../common/money';
import { WITHDRAWAL_STATUSES } from '../withdrawal.transitions';

class WithdrawalGroupResponse extends MovementTotalsResponse {
  @ApiProperty({ enum: WITHDRAWAL_STATUSES, description: 'The status.' }) key: string;
}

export class WithdrawalSummaryResponse {
  @ApiProperty({ type: MovementTotalsResponse }) total: MovementTotalsResponse;
  @ApiProperty({ type: [WithdrawalGroupResponse], description: 'In the order of their keys.' })
  groups: WithdrawalGroupResponse[];
}
