import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { MERCHANT_MODES, SCOPES } from '../identity';
import type { PortalDetails } from './portal-session.repository';

/** A link into the portal. */
export class PortalLinkResponse {
  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description:
      'Opens the portal once. Shown in this answer only: null when the request is repeated under its Idempotency-Key.',
  })
  url: string | null;

  @ApiProperty({ type: String, format: 'date-time', description: 'Until when the link can be opened.' })
  expires_at: string;
}

/** The merchant whose portal it is. */
class PortalMerchantResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: MERCHANT_MODES })
  mode: string;
}

/** The one submerchant that a session shows. */
class PortalSubmerchantResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;
}

export class PortalSessionResponse {
  @ApiProperty()
  merchant: PortalMerchantResponse;

  @ApiProperty({
    type: PortalSubmerchantResponse,
    nullable: true,
    description: 'Null: the session shows all that is the merchant’s.',
  })
  submerchant: PortalSubmerchantResponse | null;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    description: 'Those of the key pair that made the link.',
  })
  scopes: string[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the session ends without requests; each one puts it off, to the minute.',
  })
  idle_expires_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the session ends in any case; earlier with its key pair.',
  })
  expires_at: string;
}

export function toPortalSessionResponse(session: PortalDetails): PortalSessionResponse {
  const { submerchantId, submerchantName } = session;
  return {
    merchant: { id: session.merchantId, name: session.merchantName, mode: session.mode },
    submerchant:
      submerchantId === null || submerchantName === null
        ? null
        : { id: submerchantId, name: submerchantName },
    scopes: session.scopes,
    idle_expires_at: iso(session.idleExpiresAt),
    expires_at: iso(session.expiresAt),
  };
}
