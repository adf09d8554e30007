import { DISPUTE_KINDS } from '../../common/money';
import type { DisputeNotification } from '../dispute.port';
import { isPayoutNotification, type PayoutNotification } from '../payout.port';
import type { ProviderNotification } from '../provider.port';

const MAX_CENTS = 9_999_999_999;
const MAX_NAME = 80;
const MAX_REASON = 200;
const MAX_CODE = 40;

/**
 * What is wrong with something that an institution told, in words without what it said; null when it can be written down.
 * It is checked here, at the boundary: what no book can take will never be understood, however often it is tried.
 */
export function faultOf(item: ProviderNotification): string | null {
  if (!isName(item.reference)) return 'the reference is no text of 1 to 80 characters';
  if (isPayoutNotification(item)) return faultOfPayout(item);
  if (item.kind !== 'paid') return faultOfDispute(item);
  const { amountCents, paymentId, endToEndId, at } = item;
  if (!isCents(amountCents, 1)) return 'the amount is no number of cents from 1 to 9999999999';
  if (!isName(paymentId)) return 'the name of the payment is no text of 1 to 80 characters';
  if (endToEndId !== null && !isName(endToEndId)) return 'the end-to-end id is no text of 1 to 80 characters';
  return Number.isNaN(new Date(at).getTime()) ? 'the moment of the payment is none' : null;
}

function faultOfPayout(item: PayoutNotification): string | null {
  if (item.kind === 'payout_failed')
    return isText(item.code, MAX_CODE) ? null : 'the code of a failure is no text of 1 to 40 characters';
  if (item.kind === 'payout_paid')
    return [item.endToEndId, item.authentication].every((name) => name === null || isName(name))
      ? null
      : 'the proof of a payout is no text of 1 to 80 characters';
  if (!isName(item.returnId)) return 'the name of the return is no text of 1 to 80 characters';
  if (!isCents(item.amountCents, 1)) return 'the returned amount is no number of cents from 1 to 9999999999';
  if (Number.isNaN(new Date(item.at).getTime())) return 'the moment of the return is none';
  return item.reason === null || isText(item.reason, MAX_REASON)
    ? null
    : 'the reason is no text of 1 to 200 characters';
}

function faultOfDispute(item: DisputeNotification): string | null {
  if (!isName(item.disputeId)) return 'the name of the dispute is no text of 1 to 80 characters';
  if (item.at !== undefined && Number.isNaN(new Date(item.at).getTime()))
    return 'the moment of the dispute is none';
  if (item.kind === 'dispute_won') return null;
  if (!isCents(item.amountCents, 0)) return 'the disputed amount is no number of cents from 0 to 9999999999';
  if (item.kind === 'dispute_lost') return null;
  const { dispute, respondBy, reason } = item;
  if (!(DISPUTE_KINDS as readonly unknown[]).includes(dispute)) return 'the kind of the dispute is none';
  if (respondBy !== null && Number.isNaN(new Date(respondBy).getTime()))
    return 'the moment up to which a dispute is answered is none';
  return reason === null || isText(reason, MAX_REASON)
    ? null
    : 'the reason is no text of 1 to 200 characters';
}

function isCents(value: unknown, min: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= MAX_CENTS;
}

function isName(value: unknown): boolean {
  return isText(value, MAX_NAME);
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= max && !value.includes('\0');
}
