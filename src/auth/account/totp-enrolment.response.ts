import { ApiProperty } from '@nestjs/swagger';
import { SHOWN_ONCE } from '../api-keys/api-key.response';

const nullableText = { type: String, nullable: true } as const;

/** Shown once: what an authenticator app is set up with. */
export class TotpEnrolmentResponse {
  @ApiProperty({
    ...nullableText,
    description: `Base32, to be typed where the code cannot be scanned. ${SHOWN_ONCE}`,
  })
  secret: string | null;

  @ApiProperty({ ...nullableText, example: 'otpauth://totp/…', description: SHOWN_ONCE })
  otpauth_url: string | null;

  @ApiProperty({
    ...nullableText,
    description: `The URL as a QR code: the text of an SVG picture. ${SHOWN_ONCE}`,
  })
  qr_code: string | null;
}

export function toTotpEnrolmentResponse(
  secret: string,
  otpauthUrl: string,
  qrCode: string,
): TotpEnrolmentResponse {
  return { secret, otpauth_url: otpauthUrl, qr_code: qrCode };
}
