import { Secret, TOTP } from 'otpauth';
import { constantTimeEqual } from '../../common/crypto';

const ISSUER = 'Repasse';
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** One step before and one after the present one: clocks differ, and typing takes time. */
const WINDOW = 1;

/** A new secret, base32 as authenticator apps take it. */
export function newSecret(bytes: (count: number) => Buffer): string {
  return new Secret({ buffer: Uint8Array.from(bytes(SECRET_BYTES)).buffer }).base32;
}

/** What an authenticator app reads from the QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * The time step whose code this is, within the window; null when there is none. A step that is not after `lastStep`
 * does not count: a code that was used, or an older one, opens nothing (RFC 6238, 5.2).
 */
export function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret, '');
  const present = Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
  let found: number | null = null;
  for (let step = present - WINDOW; step <= present + WINDOW; step += 1) {
    const expected = totp.generate({ timestamp: step * STEP_SECONDS * 1_000 });
    const matches = constantTimeEqual(Buffer.from(expected), Buffer.from(code));
    if (matches && (lastStep === null || step > lastStep)) found ??= step;
  }
  return found;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });
}
