import { hmac } from '../common/crypto';

const SECRET_PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

/** `whsec_` and the base64 of 32 random bytes: the spelling that the public verifier libraries take. */
export function formatSecret(random: Buffer): string {
  return `${SECRET_PREFIX}${random.toString('base64')}`;
}

/** What is signed: the bytes of the body exactly as they are sent. */
export interface SignedMessage {
  readonly eventId: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** The secrets that sign at this moment: one, or two during the overlap. */
export interface SigningSecrets {
  /** Makes X-Service-Signature. */
  readonly first: string;
  /** The one before it. */
  readonly previous: string | null;
  /** The one after it, which the receiver need not know yet. */
  readonly next: string | null;
}

/** The headers by which a receiver knows that a notification is ours. */
export function signatureHeaders(
  message: SignedMessage,
  { first, previous, next }: SigningSecrets,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1_000));
  const secrets = [first, previous, next].filter((each) => each !== null);
  return {
    // specification, Authentication, rule 3.
    'X-Service-Signature': serviceSignature(first, message.body),
    ...(previous !== null && { 'X-Service-Signature-Previous': serviceSignature(previous, message.body) }),
    ...(next !== null && { 'X-Service-Signature-Next': serviceSignature(next, message.body) }),
    'webhook-id': message.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((each) => standardSignature(each, `${message.eventId}.${timestamp}.${message.body}`))
      .join(' '),
  };
}

/** The key is the whole secret string as UTF-8, prefix included: what a receiver copies is what it uses. */
export function serviceSignature(secret: string, body: string): string {
  return `sha256=${hmac(Buffer.from(secret, 'utf8'), body).toString('hex')}`;
}

/** Standard Webhooks, version 1: keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${hmac(key, content).toString('base64')}`;
}
