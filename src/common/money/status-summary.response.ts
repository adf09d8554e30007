import { ApiProperty } from '@nestjs/swagger';

/** Movements of money of one status together, in cents. */
export interface StatusGroup {
  readonly key: string;
  readonly count: number;
  readonly amountCents: number;
  readonly feeCents: number;
}

/** Of several withdrawals or anticipations together (money contract §15). */
export class MovementTotalsResponse {
  @ApiProperty({ type: 'integer' }) count: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) amount: number;
  @ApiProperty({ type: 'integer', description: 'In cents.' }) fee: number;
}

interface StatusSummary {
  readonly total: MovementTotalsResponse;
  readonly groups: (MovementTotalsResponse & { readonly key: string })[];
}

/** The groups and what they come to; which statuses there are, each feature's own document says. */
export function toStatusSummary(groups: readonly StatusGroup[]): StatusSummary {
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
