import { ApiProperty } from '@nestjs/swagger';

/** Shown once: what an authenticator app is set up with. */
export class TotpEnrolmentResponse {
  @ApiProperty({ description: 'Base32, to be typed where the code cannot be scanned.' })
  secret: string;

  @ApiProperty({ example: 'otpauth://totp/…' })
  otpauth_url: string;

  @ApiProperty({ description: 'The URL as a QR code: the text of an SVG picture.' })
  qr_code: string;
}

export function toTotpEnrolmentResponse(
  secret: string,
  otpauthUrl: string,
  qrCode: string,
): TotpEnrolmentResponse {
  return { secret, otpauth_url: otpauthUrl, qr_code: qrCode };
}
