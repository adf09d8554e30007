import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { type CodedError, defineErrors } from '../../common/errors';
import { type Hindrance, HINDRANCES } from './second-operator.rules';

/** What waits for a second operator, and why this one does not complete it. */
class SecondOperatorData {
  @ApiProperty({ description: 'What was decided.', example: 'approve' })
  decision: string;

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

export const secondOperatorErrors = defineErrors({
  SECOND_OPERATOR_REQUIRED: {
    kind: 'conflict',
    message: 'You have taken this decision. It holds when another operator takes it too.',
    data: SecondOperatorData,
  },
});

const UNFIT: Readonly<Partial<Record<Hindrance, string>>> = {
  maker: 'One of you two made the account of the other: somebody else must take this decision too.',
  password_not_set:
    'Choose a password of your own first: whoever made your account or reset it knows this one.',
};

/** A decision that waits for a second operator. */
export interface WaitingDecision {
  readonly decision: string;
  /** Of the operator who took it. */
  readonly email: string;
  readonly decidedAt: Date;
}

/** 409 for an operator whom this keeps from completing the decision. */
export function secondOperatorRequired(
  { decision, email: operator, decidedAt }: WaitingDecision,
  hindrance: Hindrance,
): CodedError {
  const decided_at = iso(decidedAt);
  const details = [
    { field: 'decision', code: decision, message: `${decision}, waiting for a second operator` },
    { field: 'operator', code: 'decided_by', message: operator },
    { field: 'at', code: 'decided_at', message: decided_at },
  ];
  const options = { details, data: { decision, operator, decided_at, hindrance } };
  const message = UNFIT[hindrance];
  return secondOperatorErrors.SECOND_OPERATOR_REQUIRED(
    message === undefined ? options : { ...options, message },
  );
}
