const TIME_DIGITS = 12;
const RANDOM_DIGITS = 8;

/**
 * The 20 digits by which the sandbox's bank knows a boleto, made of the charge's id without asking anybody: the
 * milliseconds that begin a UUID of version 7, and eight digits of its random end.
 */
export function sandboxOurNumber(chargeId: string): string {
  const bits = BigInt(`0x${chargeId.replaceAll('-', '')}`);
  const time = (bits >> 80n) % 10n ** BigInt(TIME_DIGITS);
  const random = (bits & 0xffff_ffff_ffffn) % 10n ** BigInt(RANDOM_DIGITS);
  return String(time).padStart(TIME_DIGITS, '0') + String(random).padStart(RANDOM_DIGITS, '0');
}
