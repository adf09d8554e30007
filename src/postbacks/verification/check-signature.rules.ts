import { constantTimeEqual, hmac } from '../../common/crypto';
import { serviceSignature } from '../signature';

/** Which part of a signature does not match, from the outside in. */
export const SIGNATURE_FAULTS = [
  'prefix',
  'hex',
  'length',
  'whitespace',
  'secret_format',
  'body_reserialised',
  'body_changed',
  'old_secret',
  'other_secret',
  'mismatch',
] as const;
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number];

const PREFIX = 'sha256=';
const DIGEST_DIGITS = 64;
const SECRET_PREFIX = 'whsec_';

/** What to do about each fault. */
export const FAULT_ADVICE: Readonly<Record<SignatureFault, string>> = {
  prefix:
    'The signature does not begin with sha256=: pass the whole value of X-Service-Signature, not that of webhook-signature.',
  hex: 'What follows sha256= is not hexadecimal.',
  length: 'What follows sha256= is not 64 hexadecimal digits long: it was cut or something was added.',
  whitespace:
    'It matches but for whitespace around the signature, the secret or the body, or at its line ends.',
  secret_format:
    'The key is the whole secret with its prefix whsec_, as text: neither shortened nor decoded.',
  body_reserialised:
    'The body was parsed and written again: verify the bytes as they came, before any JSON parser.',
  body_changed: 'This is not the body that was sent: something between us changed its content.',
  old_secret: 'One side uses the secret from before the last regeneration.',
  other_secret: 'The signature was made with the secret of another endpoint.',
  mismatch: 'Secret, signature and body do not belong together.',
};

/**
 * Null when the signature is right (specification, Authentication, rule 3). Otherwise what is wrong, as far as the three
 * values alone tell: `mismatch` when they do not.
 */
export function checkSignature(secret: string, signature: string, body: string): SignatureFault | null {
  const given = signature.trim();
  if (!given.startsWith(PREFIX)) return 'prefix';
  const digits = given.slice(PREFIX.length);
  if (!/^[0-9a-f]*$/i.test(digits)) return 'hex';
  if (digits.length !== DIGEST_DIGITS) return 'length';

  const fits = (key: string, text: string): boolean => signatureFits(key, given, text);
  if (fits(secret, body)) return given === signature ? null : 'whitespace';
  if ([secret.trim(), secret].some((key) => spacings(body).some((text) => fits(key, text))))
    return 'whitespace';
  if (spelledOtherwise(secret).some((key) => fits(key, body))) return 'secret_format';
  if (decodedKeyFits(secret, digits, body)) return 'secret_format';
  const compact = rewritten(body);
  return compact !== null && fits(secret, compact) ? 'body_reserialised' : 'mismatch';
}

/** True when the secret makes this signature over this text. Compares in constant time. */
export function signatureFits(secret: string, signature: string, text: string): boolean {
  return constantTimeEqual(
    Buffer.from(serviceSignature(secret, text)),
    Buffer.from(signature.trim().toLowerCase()),
  );
}

/** The body as editors, shells and web frameworks are known to leave it. */
function spacings(body: string): string[] {
  const unmarked = body.replace(/^\uFEFF/, '');
  return [
    body,
    unmarked,
    unmarked.trim(),
    `${unmarked}\n`,
    unmarked.replaceAll('\r\n', '\n'),
    unmarked.replace(/\r?\n/g, '\r\n'),
  ];
}

function spelledOtherwise(secret: string): string[] {
  const bare = secret.trim().replace(/^["']|["']$/g, '');
  return [bare, `${SECRET_PREFIX}${bare}`];
}

/** The bytes that the secret encodes are the key of the other header, webhook-signature. */
function decodedKeyFits(secret: string, digits: string, body: string): boolean {
  const key = Buffer.from(secret.trim().replace(SECRET_PREFIX, ''), 'base64');
  return constantTimeEqual(hmac(key, body), Buffer.from(digits, 'hex'));
}

/** The body as we write JSON: compact, in the order of its members. Null when it is no JSON. */
function rewritten(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}
