import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';

export class ClaimResponse {
  @ApiProperty({ description: 'E-mail of the operator who works on the case.' })
  operator: string;

  @ApiProperty({ description: 'Whether that is whoever asks.' })
  mine: boolean;

  @ApiProperty({ format: 'date-time' })
  claimed_at: string;

  @ApiProperty({ format: 'date-time', description: 'Renewed by every request of its holder on the case.' })
  expires_at: string;
}

export class CaseClaimResponse {
  @ApiProperty({ format: 'uuid', description: 'The submerchant.' })
  id: string;

  @ApiProperty({ type: ClaimResponse, nullable: true })
  claim: ClaimResponse | null;
}

/** A claim that is in force, with the e-mail of its holder. */
export interface LiveClaim {
  readonly operatorId: string;
  readonly email: string;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
}

/** As the operator of this id sees it. */
export function toClaimResponse(claim: LiveClaim, viewerId: string): ClaimResponse {
  return {
    operator: claim.email,
    mine: claim.operatorId === viewerId,
    claimed_at: iso(claim.claimedAt),
    expires_at: iso(claim.expiresAt),
  };
}
