import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { OPERATOR_ROLES } from '../identity';
import type { SessionFacts } from './sessions';

/** Whoever is logged in. */
class SessionOperatorResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;

  @ApiProperty({ enum: OPERATOR_ROLES })
  role: string;

  @ApiProperty({ description: 'A log-in needs a code besides the password.' })
  totp_enabled: boolean;

  @ApiProperty({ type: 'integer', description: 'Recovery codes that were not used yet.' })
  recovery_codes_left: number;
}

export class SessionResponse {
  @ApiProperty()
  operator: SessionOperatorResponse;

  @ApiProperty({
    format: 'date-time',
    description: 'When the session ends without requests; each one puts it off, to the minute.',
  })
  idle_expires_at: string;

  @ApiProperty({ format: 'date-time', description: 'When the session ends in any case.' })
  expires_at: string;
}

export function toSessionResponse(facts: SessionFacts): SessionResponse {
  return {
    operator: {
      id: facts.operatorId,
      email: facts.email,
      role: facts.role,
      totp_enabled: facts.totpEnabled,
      recovery_codes_left: facts.recoveryCodesLeft,
    },
    idle_expires_at: iso(facts.idleExpiresAt),
    expires_at: iso(facts.expiresAt),
  };
}
