import { createHmac } from 'node:crypto';
import type { DisputeNotification } from '../dispute.port';
import type { ParsedNotification, RawNotification } from '../provider.port';
import { iso } from '../../common';
import type { SandboxReturn } from './sandbox-payout.repository';
import type { SandboxNotification } from './sandbox.repository';

/** The account of the platform that test merchants use when they have none of their own; the first migration makes it. */
export const SANDBOX_ACCOUNT_ID = '019aa5f0-0000-7000-8000-00000000005b';

export const SIGNATURE_HEADER = 'sandbox-signature';

/** The body that the sandbox sends. */
interface SandboxBody {
  readonly id: string;
  readonly type: SandboxNotification['kind'] | 'payout_returned';
  readonly reference: string;
  /** What was paid, or what is disputed. */
  readonly amount: number;
  readonly end_to_end_id: string | null;
  readonly at: string;
  readonly respond_by?: string;
  readonly reason?: string;
}

/** HMAC-SHA256 of the body, in hexadecimal. */
export function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The request by which the sandbox tells of something, as a foreign provider would send it. */
export function toRawNotification(notification: SandboxNotification, secret: string): RawNotification {
  const { id, kind: type, reference, amountCents, body: facts } = notification;
  const sent: SandboxBody = {
    ...{ id, type, reference },
    amount: facts.amount ?? amountCents,
    end_to_end_id: facts.end_to_end_id ?? null,
    at: facts.at,
    ...(facts.respond_by === undefined ? {} : { respond_by: facts.respond_by }),
    ...(facts.reason === undefined ? {} : { reason: facts.reason }),
  };
  return signed(sent, secret);
}

/** As toRawNotification, of money that came back. */
export function toRawReturn(
  { id, reference, amountCents, reason, at }: SandboxReturn,
  secret: string,
): RawNotification {
  const amount = amountCents;
  return signed(
    { id, type: 'payout_returned', reference, amount, end_to_end_id: null, at: iso(at), reason },
    secret,
  );
}

function signed(sent: SandboxBody, secret: string): RawNotification {
  const body = Buffer.from(JSON.stringify(sent), 'utf8');
  return { headers: { [SIGNATURE_HEADER]: signatureOf(body, secret) }, body };
}

export function parseSandboxNotification(body: Buffer): ParsedNotification {
  const sent = JSON.parse(body.toString('utf8')) as SandboxBody;
  const { id, type, reference, amount: amountCents, end_to_end_id: endToEndId, at } = sent;
  if (type === 'payout_returned') {
    const reason = sent.reason ?? null;
    return { id, items: [{ kind: type, reference, returnId: id, amountCents, reason, at: new Date(at) }] };
  }
  if (type !== 'paid') return { id, items: [disputeOf(sent)] };
  // A boleto and a pix are paid once here: the payment needs no name beside the reference.
  const paymentId = endToEndId ?? reference;
  return { id, items: [{ kind: type, reference, amountCents, paymentId, endToEndId, at: new Date(at) }] };
}

function disputeOf({ type, reference, amount, at, respond_by, reason }: SandboxBody): DisputeNotification {
  const about = { reference, disputeId: sandboxDisputeId(reference), at: new Date(at) };
  if (type === 'dispute_won') return { kind: type, ...about };
  if (type === 'dispute_lost') return { kind: type, ...about, amountCents: amount };
  return {
    ...{
      kind: 'dispute_opened',
      ...about,
      dispute: type as 'chargeback' | 'pix_return',
      amountCents: amount,
    },
    respondBy: respond_by === undefined ? null : new Date(respond_by),
    reason: reason ?? null,
  };
}

/** A payment is disputed once here, so the dispute is named after it. */
export function sandboxDisputeId(reference: string): string {
  return `dsp_${reference}`;
}
