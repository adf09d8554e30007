import { ApiProperty } from '@nestjs/swagger';

/** Why an operator cannot complete a decision that waits, each a code of the API. */
export const HINDRANCES = ['same_operator', 'maker', 'password_not_set'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** The decision that waits for a second operator, and why this one does not complete it. */
export class SecondOperatorData {
  @ApiProperty({ enum: ['approve', 'reject'], description: 'reject is always final, not correctable.' })
  decision: 'approve' | 'reject';

  @ApiProperty({ description: 'E-mail of the operator who took it.' })
  operator: string;

  @ApiProperty({ format: 'date-time' })
  decided_at: string;

  @ApiProperty({
    enum: HINDRANCES,
    description:
      'Took it; one of the two made the account of the other, directly or not; has not chosen a password yet.',
  })
  hindrance: Hindrance;
}
