import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { OPERATOR_ROLES } from '../identity';
import type { SessionDetails } from './operator-session.repository';

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

  @ApiProperty({
    description:
      'The password is known to whoever made the account or reset it: until its holder chooses one, the account completes no decision of two.',
  })
  must_change_password: boolean;

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

export function toSessionResponse(session: SessionDetails): SessionResponse {
  return {
    operator: {
      id: session.operatorId,
      email: session.email,
      role: session.role,
      totp_enabled: session.totpEnabled,
      must_change_password: session.mustChangePassword,
      recovery_codes_left: session.recoveryCodesLeft,
    },
    idle_expires_at: iso(session.idleExpiresAt),
    expires_at: iso(session.expiresAt),
  };
}
