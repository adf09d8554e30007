import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { OPERATOR_ROLES } from '../identity';
import type { OperatorSummary } from '../operators/operator.reader';

/** An operator as administrators see one. */
export class OperatorResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ enum: OPERATOR_ROLES })
  role: string;

  @ApiProperty()
  totp_enabled: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  disabled_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until when log-ins are refused from at least one address, after too many failures.',
  })
  locked_until: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_login_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class CreatedOperatorResponse extends OperatorResponse {
  @ApiProperty({ type: String, nullable: true, description: 'The password that was made; shown this once.' })
  password: string | null;
}

export function toOperatorResponse(operator: OperatorSummary, lockedUntil: Date | null): OperatorResponse {
  return {
    id: operator.id,
    email: operator.email,
    role: operator.role,
    totp_enabled: operator.totpEnabled,
    disabled_at: isoOrNull(operator.disabledAt),
    locked_until: isoOrNull(lockedUntil),
    last_login_at: isoOrNull(operator.lastLoginAt),
    created_at: iso(operator.createdAt),
  };
}

export function toCreatedOperatorResponse(
  operator: OperatorSummary,
  password: string | null,
): CreatedOperatorResponse {
  return Object.assign(toOperatorResponse(operator, null), { password });
}
