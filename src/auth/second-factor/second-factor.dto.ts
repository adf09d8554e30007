import { ApiProperty } from '@nestjs/swagger';
import { DigitsField } from '../../common/validation';
import type { Enrolment } from './second-factor';

export class ConfirmTotpBody {
  @DigitsField({ min: 6, max: 6, description: 'The six digits that the authenticator app shows.' })
  code: string;
}

/** Shown once: what an authenticator app is set up with. */
export class TotpEnrolmentResponse {
  @ApiProperty({ description: 'Base32, to be typed where the code cannot be scanned.' })
  secret: string;

  @ApiProperty({ example: 'otpauth://totp/…' })
  otpauth_url: string;

  @ApiProperty({ description: 'The URL as a QR code: the text of an SVG picture.' })
  qr_code: string;
}

/** Shown once. */
export class RecoveryCodesResponse {
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, example: ['ABCD-EFGH-JKMN-PQRS'] })
  recovery_codes: string[];
}

export function toTotpEnrolmentResponse({ secret, otpauthUrl, qrCode }: Enrolment): TotpEnrolmentResponse {
  return { secret, otpauth_url: otpauthUrl, qr_code: qrCode };
}
