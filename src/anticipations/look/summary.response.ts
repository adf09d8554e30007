import { ApiProperty } from '@nestjs/swagger';
import { UuidField } from '../../common/validation';
import type { AnticipationGroup } from '../anticipation.repository';
import { ANTICIPATION_STATUSES } from '../anticipation.transitions';

export class AnticipationSummaryQuery {
  @UuidField({ omittable: true, description: 'Default: all wallets.' })
  wallet_id?: string;
}

class AnticipationTotalsResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) fee: number;
}

class AnticipationGroupResponse extends AnticipationTotalsResponse {
  @ApiProperty({ enum: ANTICIPATION_STATUSES, description: 'The status.' }) key: string;
}

export class AnticipationSummaryResponse {
  @ApiProperty({ type: AnticipationTotalsResponse }) total: AnticipationTotalsResponse;
  @ApiProperty({ type: [AnticipationGroupResponse], description: 'In the order of their keys.' })
  groups: AnticipationGroupResponse[];
}

export function toAnticipationSummary(groups: readonly AnticipationGroup[]): AnticipationSummaryResponse {
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
