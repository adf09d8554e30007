import { ApiProperty } from '@nestjs/swagger';
import type { WithdrawalGroup } from '../withdrawal.repository';
import { WITHDRAWAL_STATUSES } from '../withdrawal.transitions';

class WithdrawalTotalsResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) fee: number;
}

class WithdrawalGroupResponse extends WithdrawalTotalsResponse {
  @ApiProperty({ enum: WITHDRAWAL_STATUSES, description: 'The status.' }) key: string;
}

export class WithdrawalSummaryResponse {
  @ApiProperty({ type: WithdrawalTotalsResponse }) total: WithdrawalTotalsResponse;
  @ApiProperty({ type: [WithdrawalGroupResponse], description: 'In the order of their keys.' })
  groups: WithdrawalGroupResponse[];
}

export function toWithdrawalSummary(groups: readonly WithdrawalGroup[]): WithdrawalSummaryResponse {
  const total = { count: 0, amount: 0, fee: 0 };
  for (const { count, amountCents, feeCents } of groups) {
    total.count += count;
    total.amount += amountCents;
    total.fee += feeCents;
  }
  return {
    total,
    groups: groups.map(({ key, count, amountCents, feeCents }) => ({
      ...{ key, count, amount: amountCents, fee: feeCents },
    })),
  };
}
