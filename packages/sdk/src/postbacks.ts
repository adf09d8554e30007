import { createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './schema.js';

type BodyOf<K extends keyof webhooks> = webhooks[K] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } };
}
  ? B
  : never;

/** A notification, told apart by its `event`. */
export type PostbackEvent = { [K in keyof webhooks]: BodyOf<K> & { event: K } }[keyof webhooks];

/** Headers as a server has them: of Express, of `node:http`, or of a `Request`. */
export type PostbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export class PostbackVerificationError extends Error {
  override readonly name = 'PostbackVerificationError';
}

export interface VerifyOptions {
  /** How old, or how far ahead, a notification may be by its own word. Default 300. */
  readonly toleranceSeconds?: number;
  /** The present moment. Default: the clock. */
  readonly now?: Date;
}

/**
 * Verifies a notification and answers it, typed. What is verified is the moment, the id and the body together (Standard
 * Webhooks), so that an old notification cannot be sent again by somebody else.
 *
 * @param rawBody the bytes as they came: a body that was parsed and written again does not verify
 * @param secret `whsec_…` of the endpoint; during a rotation both
 * @throws PostbackVerificationError when it is not from the service; answer 401 then
 */
export function verifyPostback(
  rawBody: string | Uint8Array,
  headers: PostbackHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): PostbackEvent {
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const signatures = required(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new PostbackVerificationError('webhook-timestamp is no Unix time.');
  const apart = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (apart > toleranceSeconds)
    throw new PostbackVerificationError(
      `It was signed ${Math.round(apart)} s from now: too old, or a clock is wrong.`,
    );
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : Buffer.from(rawBody);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const isOurs = secrets.some((each) => {
    const expected = Buffer.from(standardSignature(each, `${id}.${timestamp}.`, body));
    return signatures.some((given) => isEqual(Buffer.from(given), expected));
  });
  if (!isOurs)
    throw new PostbackVerificationError('No signature matches: another secret, or the body was changed.');
  return JSON.parse(body.toString('utf8')) as PostbackEvent;
}

function standardSignature(secret: string, head: string, body: Buffer): string {
  if (!secret.startsWith('whsec_')) throw new TypeError('A secret begins with whsec_.');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

function isEqual(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function required(headers: PostbackHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '')
    throw new PostbackVerificationError(`The header ${name} is missing.`);
  return value;
}
