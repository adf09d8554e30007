import { createHmac } from 'node:crypto';
import type { ParsedNotification, RawNotification } from '../provider.port';
import type { SandboxNotification } from './sandbox.repository';

/** The account of the platform that test merchants use when they have none of their own; the first migration makes it. */
export const SANDBOX_ACCOUNT_ID = '019aa5f0-0000-7000-8000-00000000005b';

export const SIGNATURE_HEADER = 'sandbox-signature';

/** The body that the sandbox sends. */
interface SandboxBody {
  readonly id: string;
  readonly type: SandboxNotification['kind'];
  readonly reference: string;
  readonly amount: number;
  readonly end_to_end_id: string | null;
  readonly at: string;
}

/** HMAC-SHA256 of the body, in hexadecimal. */
export function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The request by which the sandbox tells of something, as a foreign provider would send it. */
export function toRawNotification(notification: SandboxNotification, secret: string): RawNotification {
  const { id, kind: type, reference, amountCents: amount } = notification;
  const sent: SandboxBody = {
    id,
    type,
    reference,
    amount,
    end_to_end_id: notification.body.end_to_end_id ?? null,
    at: notification.body.at,
  };
  const body = Buffer.from(JSON.stringify(sent), 'utf8');
  return { headers: { [SIGNATURE_HEADER]: signatureOf(body, secret) }, body };
}

export function parseSandboxNotification(body: Buffer): ParsedNotification {
  const {
    id,
    type,
    reference,
    amount,
    end_to_end_id: endToEndId,
    at,
  } = JSON.parse(body.toString('utf8')) as SandboxBody;
  if (type === 'chargeback') return { id, items: [{ kind: type, reference }] };
  // A boleto and a pix are paid once here: the payment needs no name beside the reference.
  const paymentId = endToEndId ?? reference;
  const paid = {
    kind: type,
    reference,
    amountCents: amount,
    paymentId,
    endToEndId,
    at: new Date(at),
  } as const;
  return { id, items: [paid] };
}
